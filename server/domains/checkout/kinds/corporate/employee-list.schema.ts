import Papa from 'papaparse';
import { countries } from '../../../../lib/countries.ts';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import { unguardCell } from '../../../../lib/spreadsheet.ts';
import { employee, MAX_EMPLOYEES } from './corporate.schema.ts';
import {
  type Column,
  DEFAULT_COLUMNS,
  findColumnTitle,
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

export interface EmployeeList {
  employees: ListedEmployee[];
  faults: RowFault[];
  /** The invalid rows under the list's headings, so that the user can correct and submit them. */
  rest: string;
}

interface Row {
  line: number;
  cells: string[];
  raw: string;
}

export const MAX_LIST_BYTES = 1_000_000;
const UNCLOSED_QUOTE = 'This list has an opening quotation mark without a closing one';
const SEPARATORS = ['\t', ';', ','];

/**
 * Decodes a list in one of the encodings that spreadsheets write. Returns the error message to show as
 * `fault` if that is impossible.
 */
export function decodeList(bytes: Uint8Array): { text: string } | { fault: string } {
  if (bytes.length > MAX_LIST_BYTES) return { fault: 'Please choose a file of at most 1 MB' };
  // Excel workbooks are zip files or contain zero bytes.
  const isBinary = (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes.subarray(0, 4_096).includes(0);
  if (isBinary) return { fault: 'Please save the list as a CSV file first, then choose that file' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/**
 * Reads and validates the employees. Returns the error message to show as `fault` if the text can't be read
 * as a list, is empty, or has more than `maxEmployees` rows.
 */
export function readEmployeeList(text: string, maxEmployees: number): EmployeeList | { fault: string } {
  const rows = splitRows(text, maxEmployees + 1);
  if (rows === null) return { fault: UNCLOSED_QUOTE };
  const headings = readHeadings(rows[0]?.cells ?? []);
  const dataRows = headings === null ? rows : rows.slice(1);
  if (dataRows.length === 0) return { fault: 'This list is empty' };
  if (dataRows.length > maxEmployees) return { fault: tooManyMessage(maxEmployees) };
  const parsedRows = dataRows.map((row) => ({ row, ...parseEmployee(row, headings ?? DEFAULT_COLUMNS) }));
  const invalidRows = parsedRows.filter(({ fault }) => fault !== null);
  const headingRows = headings === null ? [] : rows.slice(0, 1);
  return {
    employees: parsedRows.flatMap(({ values, fault }) => (fault === null ? [values] : [])),
    faults: invalidRows.flatMap(({ fault }) => fault ?? []),
    rest:
      invalidRows.length === 0
        ? ''
        : [...headingRows, ...invalidRows.map(({ row }) => row)].map(toLine).join('\n'),
  };
}

/**
 * Guesses the separator from the first line. Copied cells have tabs, and European spreadsheets write
 * semicolons.
 */
function detectSeparator(text: string): string {
  const firstLine =
    text
      .slice(0, 4_000)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  const countCells = (separator: string) => firstLine.split(separator).length;
  return SEPARATORS.reduce((bestSeparator, separator) =>
    countCells(separator) > countCells(bestSeparator) ? separator : bestSeparator,
  );
}

/**
 * Stops after `maxRows` and one more. Returns null if a quotation mark isn't closed, because the rows after it
 * can't be split.
 */
function splitRows(text: string, maxRows: number): Row[] | null {
  const normalized = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let rowStart = 0;
  let line = 1;
  let isClosed = true;
  Papa.parse<string[]>(normalized, {
    delimiter: detectSeparator(normalized),
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) isClosed = false;
      const raw = normalized.slice(rowStart, meta.cursor);
      const cells = data.map((cell) => cell.trim());
      if (cells.some((cell) => cell !== '')) rows.push({ line, cells, raw });
      if (rows.length > maxRows) parser.abort();
      rowStart = meta.cursor;
      line += raw.split('\n').length - 1;
    },
  });
  return isClosed ? rows : null;
}

const toLine = ({ raw }: Row) => raw.replace(/\n+$/, '');

function tooManyMessage(room: number): string {
  return room === MAX_EMPLOYEES
    ? `Please add at most ${MAX_EMPLOYEES} employees at once`
    : `Please add at most ${MAX_EMPLOYEES} employees at once. There’s room for ${room} more`;
}

function parseEmployee({ line, cells }: Row, columns: readonly (Column | null)[]) {
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
  const name = `${values.firstname} ${values.lastname}`.trim();
  return { values, fault: problems.length === 0 ? null : { line, name, problems } };
}

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
    zip: text('zip'),
    country: toCountryCode(text('country')),
    familyPlan,
    spouseFirstName: text('spouseFirstName'),
    spouseLastName: text('spouseLastName'),
    family,
  };
  return { values, problems };
}

const ADDRESS_COLUMNS = ['street1', 'street2', 'city', 'state', 'zip'] as const;

/** Accepts a country's name or two-letter code. Lists of US employees often omit it. */
function toCountryCode(text: string): string {
  if (text === '' || /^(usa|united states( of america)?)$/i.test(text)) return 'US';
  return countries.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.code ?? text;
}
