import Papa from 'papaparse';
import { COLUMNS } from '#server/domains/checkout/kinds/corporate/employee-columns.schema.ts';
import {
  decodeList,
  type EmployeeList,
  MAX_LIST_BYTES,
  readEmployeeList,
} from '#server/domains/checkout/kinds/corporate/employee-list.schema.ts';
import { UTF8_BOM } from '#server/lib/spreadsheet.ts';
import { type EmployeeValues, emptyEmployee } from './employee-values.ts';

/** Returns the file's text, or the reason why it can't be read. */
export async function readFile(file: Blob): Promise<{ text: string } | { fault: string }> {
  // One byte over the limit is enough to detect a file that is too large.
  return decodeList(new Uint8Array(await file.slice(0, MAX_LIST_BYTES + 1).arrayBuffer()));
}

interface ReadList extends Omit<EmployeeList, 'employees'> {
  employees: EmployeeValues[];
}

/**
 * Parses at most `maxEmployees` employees into form values. Returns the reason as `fault` if the list can't
 * be read.
 */
export function readList(text: string, maxEmployees: number): ReadList | { fault: string } {
  const list = readEmployeeList(text, maxEmployees);
  if ('fault' in list) return list;
  return { ...list, employees: list.employees.map((employee) => ({ ...emptyEmployee(), ...employee })) };
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
  const headings = COLUMNS.map(({ title }) => title);
  return new Blob([UTF8_BOM + Papa.unparse([headings, EXAMPLE])], { type: 'text/csv' });
}
