import { AppError } from '../../../../lib/errors.ts';
import { type Employee, employee, MAX_EMPLOYEES } from '../corporate/corporate.schema.ts';
import {
  decodeList,
  describeList,
  type RowFault,
  readEmployeeList,
} from '../corporate/employee-list.schema.ts';

interface StaffList {
  employees: Employee[];
  /** What staff should know before the cards are charged. */
  notes: string[];
}

/**
 * Reads the employees whose cards staff add to a company's plan. Throws INVALID_INPUT with every invalid row,
 * using the same messages as the company's own page. `keepsRepeated` keeps rows that repeat a person.
 */
export function parseStaffList(list: string | Uint8Array, keepsRepeated = false): StaffList {
  const decodedList = typeof list === 'string' ? { text: list } : decodeList(list);
  const parsedList = 'text' in decodedList ? readEmployeeList(decodedList.text, MAX_EMPLOYEES) : decodedList;
  if ('fault' in parsedList) throw invalidList(`${parsedList.fault}.`);
  if (parsedList.faults.length > 0) throw invalidList(formatFaults(parsedList.faults));
  const kept = keepsRepeated ? parsedList.repeated.map((row) => row.employee) : [];
  const employees = [...parsedList.employees, ...kept].map((listedEmployee) =>
    employee.parse(listedEmployee),
  );
  const repeated = keepsRepeated ? [] : parsedList.repeated;
  return { employees, notes: describeList({ ...parsedList, repeated }) };
}

function invalidList(message: string): AppError {
  return new AppError('INVALID_INPUT', { field: 'list', message });
}

function formatFaults(faults: readonly RowFault[]): string {
  const lines = faults.map(({ line, name, problems }) => {
    const row = name === '' ? `Row ${line}` : `Row ${line}, ${name}`;
    return `  ${row}: ${problems.join('; ')}`;
  });
  const rows = faults.length === 1 ? 'one row needs' : `${faults.length} rows need`;
  return [`No cards were added: ${rows} a correction.`, ...lines].join('\n');
}
