import Papa from 'papaparse';
import {
  COLUMN_TITLES,
  type ListedEmployee,
} from '#server/domains/checkout/kinds/corporate/employee-columns.schema.ts';
import {
  decodeList,
  describeList,
  type EmployeeList,
  MAX_LIST_BYTES,
  readEmployeeList,
} from '#server/domains/checkout/kinds/corporate/employee-list.schema.ts';
import {
  formatPersonName,
  joinNames,
  omitRepeatedPeople,
  type PersonDraft,
} from '#server/lib/same-person.ts';
import { UTF8_BOM } from '#server/lib/spreadsheet.ts';
import { type EmployeeValues, emptyEmployee } from './employee-values.ts';

/** Returns the file's text, or the reason why it can't be read. */
export async function readFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  // One byte over the limit is enough to detect a file that is too large.
  return decodeList(new Uint8Array(await file.slice(0, MAX_LIST_BYTES + 1).arrayBuffer()));
}

interface ReadList extends Omit<EmployeeList, 'employees' | 'repeated'> {
  employees: EmployeeValues[];
  /** People who look like someone in the list, in the form, or with a card. */
  repeated: EmployeeValues[];
  /** What the buyer should know before paying. */
  notes: string[];
}

/**
 * Parses at most `maxEmployees` employees into form values, apart from those who are in the form or have cards
 * already. Returns the reason as `fault` if the list can't be read.
 */
export function readList(
  text: string,
  maxEmployees: number,
  others: readonly PersonDraft[] = [],
): ReadList | { fault: string } {
  const list = readEmployeeList(text, maxEmployees);
  if ('fault' in list) return list;
  const newEmployees = omitRepeatedPeople(list.employees, others);
  const alreadyListed = list.employees.filter((employee) => !newEmployees.includes(employee));
  const repeated = [...alreadyListed, ...list.repeated.map(({ employee }) => employee)];
  const toValues = (employee: ListedEmployee) => ({ ...emptyEmployee(), ...employee });
  return {
    ...list,
    employees: newEmployees.map(toValues),
    repeated: repeated.map(toValues),
    notes: [...describeAlreadyListed(alreadyListed), ...describeList({ ...list, employees: newEmployees })],
  };
}

function describeAlreadyListed(employees: readonly ListedEmployee[]): string[] {
  if (employees.length === 0) return [];
  const names = joinNames(employees.map(formatPersonName));
  const are =
    employees.length === 1
      ? 'is on your list already or has a card'
      : 'are on your list already or have cards';
  return [`${names} ${are}. We kept one.`];
}

const EXAMPLE = [
  'Ann',
  'Smith',
  '(555) 010-0142',
  'ann@example.com',
  'yes',
  'Sam',
  'Smith',
  'Kim Smith; Lee Smith',
];

/** Builds a CSV file with the column headings and one example row. */
export function buildTemplate(): Blob {
  return new Blob([UTF8_BOM + Papa.unparse([COLUMN_TITLES, EXAMPLE])], { type: 'text/csv' });
}
