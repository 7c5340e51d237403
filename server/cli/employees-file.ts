import { readFile } from 'node:fs/promises';
import { type Employee, employee, MAX_EMPLOYEES } from '../checkout/kinds/corporate/corporate.schema.ts';
import {
  decodeList,
  type RowFault,
  readEmployeeList,
} from '../checkout/kinds/corporate/employee-list.schema.ts';
import { CommandError } from './command.ts';

/** Reads employees from a CSV file. If any row is invalid, throws one error that lists every invalid row. */
export async function readEmployees(file: string): Promise<Employee[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  const decoded = decodeList(bytes);
  const list = 'text' in decoded ? readEmployeeList(decoded.text, MAX_EMPLOYEES) : decoded;
  if ('fault' in list) throw new CommandError(`${file}: ${list.fault}.`);
  if (list.faults.length > 0) throw new CommandError(formatFaults(list.faults));
  return list.employees.map((listedEmployee) => employee.parse(listedEmployee));
}

function formatFaults(faults: readonly RowFault[]): string {
  const lines = faults.map(({ line, name, problems }) => {
    const row = name === '' ? `Row ${line}` : `Row ${line}, ${name}`;
    return `  ${row}: ${problems.join('; ')}`;
  });
  const rows = faults.length === 1 ? 'one row needs' : `${faults.length} rows need`;
  return [`No cards were added: ${rows} a correction.`, ...lines].join('\n');
}
