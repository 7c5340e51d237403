import Papa from 'papaparse';
import { findCountryCode } from '../../../../lib/countries.ts';
import { needsLatinName } from '../../../../lib/document-name.ts';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import { createPersonFinder, formatPersonName, joinNames } from '../../../../lib/same-person.ts';
import { unguardCell } from '../../../../lib/spreadsheet.ts';
import { restoreZip } from '../../../../lib/table/cells.ts';
import { decodeTable } from '../../../../lib/table/encoding.ts';
import type { Headings } from '../../../../lib/table/headings.ts';
import { RowReader, type TextRow } from '../../../../lib/table/rows.ts';
import { TableError, TableSyntaxError } from '../../../../lib/table/table-error.ts';
import { employee, MAX_EMPLOYEES } from './corporate.schema.ts';
import {
  type Column,
  countKnownHeadings,
  DEFAULT_COLUMNS,
  findColumnTitle,
  isColumn,
  type ListedEmployee,
  readHeadings,
} from './employee-columns.schema.ts';

// The company's page and the staff command both use this file, so they report the same errors.

export interface RowFault {
  /** The line where the row starts. The first line is 1. */
  line: number;
  /** The employee's name, which may be incomplete or empty. */
  name: string;
  problems: string[];
}

export interface RepeatedRow {
  line: number;
  /** The line of the row that is kept. */
  firstLine: number;
  employee: ListedEmployee;
}

export interface EmployeeList {
  employees: ListedEmployee[];
  faults: RowFault[];
  /** Rows about someone who is in an earlier row. */
  repeated: RepeatedRow[];
  /** The headings of columns that aren't used. */
  unused: string[];
  /** The invalid rows under the list's headings, so that the user can correct and submit them. */
  rest: string;
}

export const MAX_LIST_BYTES = 1_000_000;
const UNCLOSED_QUOTE = 'This list has an opening quotation mark without a closing one';
/** In characters. Reading stops after the last row that a list may have. */
const PIECE_LENGTH = 16_384;

/** Decodes a list. Returns the error message to show as `fault` if that is impossible. */
export function decodeList(bytes: Uint8Array): { text: string } | { fault: string } {
  if (bytes.length > MAX_LIST_BYTES) return { fault: 'Please choose a file of at most 1 MB' };
  try {
    return { text: decodeTable(bytes) };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { fault: 'Please save the list as a CSV file first, then choose that file' };
  }
}

/** With blank lines and line breaks within cells. Splitting many more would hold up everyone else. */
const MAX_LINES = 10_000;

/**
 * Reads and validates the employees. Of rows about the same person, only the first is kept. Returns the error
 * message to show as `fault` if the text can't be read as a list, is empty, lacks columns, or has more than
 * `maxEmployees` rows.
 */
export function readEmployeeList(text: string, maxEmployees: number): EmployeeList | { fault: string } {
  if (text.split(/[\r\n]/, MAX_LINES + 1).length > MAX_LINES) return { fault: tooManyMessage(maxEmployees) };
  const rows = splitRows(text, maxEmployees + 1);
  if (rows === null) return { fault: UNCLOSED_QUOTE };
  const headings = readHeadings(rows[0]?.cells ?? []);
  const dataRows = headings === null ? rows : rows.slice(1);
  if (headings && headings.missing.length > 0) return { fault: describeMissing(headings) };
  if (dataRows.length === 0) return { fault: 'This list is empty' };
  if (dataRows.length > maxEmployees) return { fault: tooManyMessage(maxEmployees) };
  const columns = headings?.columns.map((column) => (isColumn(column) ? column : null));
  const findPerson = createPersonFinder<number>();
  const employees: ListedEmployee[] = [];
  const faults: RowFault[] = [];
  const repeated: RepeatedRow[] = [];
  const invalidRows: TextRow[] = [];
  for (const row of dataRows) {
    const { values, fault } = parseEmployee(row, columns ?? DEFAULT_COLUMNS);
    const firstLine = fault === null ? findPerson(values, row.line) : undefined;
    if (fault !== null) {
      faults.push(fault);
      invalidRows.push(row);
    } else if (firstLine !== undefined) {
      repeated.push({ line: row.line, firstLine, employee: values });
    } else employees.push(values);
  }
  const headingRows = headings === null ? [] : rows.slice(0, 1);
  const restRows = invalidRows.length === 0 ? [] : [...headingRows, ...invalidRows];
  return {
    employees,
    faults,
    repeated,
    unused: headings?.unused ?? [],
    rest: Papa.unparse(
      restRows.map(({ cells }) => cells),
      { newline: '\n' },
    ),
  };
}

const MAX_NAMED_ROWS = 5;
function describeUnprintable(employees: readonly ListedEmployee[]): string[] {
  const names = employees
    .filter((employee) => employee.latinName === '' && needsLatinName(employee))
    .map(formatName);
  if (names.length === 0) return [];
  return [
    `Printed cards need these names in Latin letters: ${joinNames(names)}. Add the column “Name in Latin letters”, or fill in each employee’s field.`,
  ];
}

const NO_EMAILS = 'The list has no email addresses, so nobody will be invited by email.';

/** Describes what the reader of a list should know before paying for its cards. */
export function describeList({
  employees,
  repeated,
  unused,
}: Pick<EmployeeList, 'employees' | 'repeated' | 'unused'>): string[] {
  const repeatedRows = repeated
    .slice(0, MAX_NAMED_ROWS)
    .map(({ line, firstLine, employee: repeatedEmployee }) => {
      const name = formatName(repeatedEmployee);
      const row = name === '' ? `Row ${line}` : `Row ${line}, ${name},`;
      return `${row} is about the same person as row ${firstLine}. We kept one.`;
    });
  const moreRepeated = repeated.length - repeatedRows.length;
  const hasEmails = employees.some(({ email }) => email !== '');
  return [
    ...(unused.length === 0 ? [] : [`Not used: ${unused.join(', ')}.`]),
    ...repeatedRows,
    ...(moreRepeated > 0 ? [`${moreRepeated} more rows repeat someone.`] : []),
    ...(hasEmails || employees.length === 0 ? [] : [NO_EMAILS]),
    ...describeUnprintable(employees),
  ];
}

function describeMissing({ missing, unused }: Headings): string {
  const text = `This list has no column for: ${missing.map(findColumnTitle).join(', ')}`;
  return unused.length === 0 ? text : `${text}. Not used: ${unused.join(', ')}`;
}

/** Returns null if a quotation mark isn't closed, because the rows after it can't be split. */
function splitRows(text: string, maxRows: number): TextRow[] | null {
  const reader = new RowReader(countKnownHeadings);
  const rows: TextRow[] = [];
  try {
    for (let start = 0; start <= text.length; start += PIECE_LENGTH) {
      const isLast = start + PIECE_LENGTH > text.length;
      for (const row of reader.read(text.slice(start, start + PIECE_LENGTH), { isLast })) {
        rows.push(row);
        if (rows.length > maxRows) return rows;
      }
    }
  } catch (error) {
    if (!(error instanceof TableSyntaxError)) throw error;
    return null;
  }
  return rows;
}

function tooManyMessage(room: number): string {
  return room === MAX_EMPLOYEES
    ? `Please add at most ${MAX_EMPLOYEES} employees at once`
    : `Please add at most ${MAX_EMPLOYEES} employees at once. There’s room for ${room} more`;
}

function parseEmployee({ line, cells }: TextRow, columns: readonly (Column | null)[]) {
  const textsByColumn = new Map<Column, string>();
  columns.forEach((column, index) => {
    const cell = unguardCell(cells[index] ?? '').trim();
    if (column !== null && cell !== '') textsByColumn.set(column, cell);
  });
  const { values, problems } = parseValues(textsByColumn);
  const parsed = employee.safeParse(values);
  for (const [path, message] of Object.entries(parsed.success ? {} : toFieldErrors(parsed.error))) {
    problems.push(`${findColumnTitle(path)}: ${message}`);
  }
  const name = formatName(values);
  return { values, fault: problems.length === 0 ? null : { line, name, problems } };
}

const formatName = ({ firstname, lastname }: ListedEmployee) => formatPersonName({ firstname, lastname });

const YES_WORDS = new Set(['yes', 'y', 'true', '1', 'x', 'family']);
const NO_WORDS = new Set(['', 'no', 'n', 'false', '0', 'personal', 'individual']);

function parseValues(textsByColumn: ReadonlyMap<Column, string>): {
  values: ListedEmployee;
  problems: string[];
} {
  const text = (column: Column) => textsByColumn.get(column) ?? '';
  const problems: string[] = [];
  const plan = text('familyPlan').toLowerCase();
  const familyPlan = YES_WORDS.has(plan);
  if (!familyPlan && !NO_WORDS.has(plan)) problems.push('Family plan: Please enter yes or no');
  const family = text('family')
    .split(/[;,|\n]/)
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== '');
  const hasFamilyNames = family.length > 0 || text('spouseFirstName') !== '' || text('spouseLastName') !== '';
  if (!familyPlan && hasFamilyNames) problems.push('Family plan: Please enter yes to cover a family');
  // Lists of US employees often omit the country.
  const country = text('country') === '' ? 'US' : (findCountryCode(text('country')) ?? text('country'));
  const values: ListedEmployee = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    phone: text('phone'),
    email: text('email'),
    ownAddress: ADDRESS_COLUMNS.some((column) => textsByColumn.has(column)),
    street1: text('street1'),
    street2: text('street2'),
    city: text('city'),
    state: text('state'),
    zip: country === 'US' ? restoreZip(text('zip')) : text('zip'),
    country,
    familyPlan,
    spouseFirstName: text('spouseFirstName'),
    spouseLastName: text('spouseLastName'),
    family,
    latinName: text('latinName'),
  };
  return { values, problems };
}

const ADDRESS_COLUMNS = ['street1', 'street2', 'city', 'state', 'zip'] as const;
