import Papa from 'papaparse';
import { countries } from '../../../lib/countries.ts';
import { fieldErrorsOf } from '../../../lib/field-errors.ts';
import { unguardCell } from '../../../lib/spreadsheet.ts';
import { employee, MOST_EMPLOYEES } from './corporate.schema.ts';
import {
  type Column,
  type ListedEmployee,
  PLAIN_ORDER,
  readHeadings,
  titleOfPath,
} from './employee-columns.schema.ts';

// What a company uploads on its page and staff name by command: one reader, and so one list of complaints.

/** A row that cannot be taken as it is. */
export interface RowFault {
  /** Where it begins in the list, from 1. */
  line: number;
  /** 'Ann Smith', as far as it is known. */
  name: string;
  problems: string[];
}

export interface EmployeeList {
  employees: ListedEmployee[];
  faults: RowFault[];
  /** The rows with faults under the list's own headings, to be corrected and read again. */
  rest: string;
}

interface Row {
  line: number;
  cells: string[];
  raw: string;
}

export const LARGEST_LIST_BYTES = 1_000_000;
const UNCLOSED = 'A quotation mark in this list is opened and not closed';
const SEPARATORS = ['\t', ';', ','];

/** The text of a list's file, in the encodings that spreadsheets write; or what is wrong with the file, in words. */
export function decodeList(bytes: Uint8Array): { text: string } | { fault: string } {
  if (bytes.length > LARGEST_LIST_BYTES) return { fault: 'Please choose a file of at most 1 MB' };
  // A workbook is a zip file, or holds zeros: nothing of it is text.
  const isBinary = (bytes[0] === 0x50 && bytes[1] === 0x4b) || bytes.subarray(0, 4_096).includes(0);
  if (isBinary) return { fault: 'Please save the list as a CSV file first, and choose that' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) };
  }
}

/** As many employees as `room` has place for, judged one by one; or why it is no list at all. */
export function readEmployeeList(text: string, room: number): EmployeeList | { fault: string } {
  const rows = rowsOf(text);
  if (rows === null) return { fault: UNCLOSED };
  const headings = readHeadings(rows[0]?.cells ?? []);
  const data = headings === null ? rows : rows.slice(1);
  if (data.length === 0) return { fault: 'There is nobody in this list' };
  if (data.length > room) return { fault: tooMany(room) };
  const read = data.map((row) => ({ row, ...employeeOf(row, headings ?? PLAIN_ORDER) }));
  const wrong = read.filter(({ fault }) => fault !== null);
  const head = headings === null ? [] : rows.slice(0, 1);
  return {
    employees: read.flatMap(({ values, fault }) => (fault === null ? [values] : [])),
    faults: wrong.flatMap(({ fault }) => fault ?? []),
    rest: wrong.length === 0 ? '' : [...head, ...wrong.map(({ row }) => row)].map(lineOf).join('\n'),
  };
}

/** What stands between the cells, the most often in the first line: spreadsheets copy tabs, European ones write semicolons. */
function separatorOf(text: string): string {
  const first =
    text
      .slice(0, 4_000)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  const cellsBy = (sign: string) => first.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (cellsBy(sign) > cellsBy(best) ? sign : best));
}

/** Null where a quotation mark is not closed: what follows it cannot be told apart. */
function rowsOf(text: string): Row[] | null {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let begin = 0;
  let line = 1;
  let isClosed = true;
  Papa.parse<string[]>(clean, {
    delimiter: separatorOf(clean),
    step: ({ data, errors, meta }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) isClosed = false;
      const raw = clean.slice(begin, meta.cursor);
      rows.push({ line, cells: data.map((cell) => cell.trim()), raw });
      begin = meta.cursor;
      line += raw.split('\n').length - 1;
    },
  });
  return isClosed ? rows.filter(({ cells }) => cells.some((cell) => cell !== '')) : null;
}

const lineOf = ({ raw }: Row) => raw.replace(/\n+$/, '');

function tooMany(room: number): string {
  return room === MOST_EMPLOYEES
    ? `Please add at most ${MOST_EMPLOYEES} employees at once`
    : `Please add at most ${MOST_EMPLOYEES} employees at once: there is room for ${room} more`;
}

function employeeOf({ line, cells }: Row, columns: readonly (Column | null)[]) {
  const texts = new Map<Column, string>();
  columns.forEach((column, place) => {
    const cell = unguardCell(cells[place] ?? '').trim();
    if (column !== null && cell !== '') texts.set(column, cell);
  });
  const { values, problems } = valuesOf(texts);
  const judged = employee.safeParse(values);
  for (const [path, message] of Object.entries(judged.success ? {} : fieldErrorsOf(judged.error))) {
    problems.push(`${titleOfPath(path)}: ${message}`);
  }
  const name = `${values.firstname} ${values.lastname}`.trim();
  return { values, fault: problems.length === 0 ? null : { line, name, problems } };
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'family']);
const NO = new Set(['', 'no', 'n', 'false', '0', 'personal', 'individual']);

function valuesOf(texts: ReadonlyMap<Column, string>): { values: ListedEmployee; problems: string[] } {
  const text = (column: Column) => texts.get(column) ?? '';
  const problems: string[] = [];
  const plan = text('familyPlan').toLowerCase();
  const familyPlan = YES.has(plan);
  if (!familyPlan && !NO.has(plan)) problems.push('Family plan: Please write yes or no');
  const family = text('family')
    .split(/[;,|\n]/)
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== '');
  const namesFamily = family.length > 0 || text('spouseFirstName') !== '' || text('spouseLastName') !== '';
  if (!familyPlan && namesFamily) problems.push('Family plan: Please write yes to cover a family');
  const values: ListedEmployee = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    phone: text('phone'),
    email: text('email'),
    ownAddress: ADDRESS.some((column) => texts.has(column)),
    street1: text('street1'),
    street2: text('street2'),
    city: text('city'),
    state: text('state'),
    zip: text('zip'),
    country: countryOf(text('country')),
    familyPlan,
    spouseFirstName: text('spouseFirstName'),
    spouseLastName: text('spouseLastName'),
    family,
  };
  return { values, problems };
}

const ADDRESS = ['street1', 'street2', 'city', 'state', 'zip'] as const;

/** By its name or its two letters; a list of one country often leaves it out. */
function countryOf(text: string): string {
  if (text === '' || /^(usa|united states( of america)?)$/i.test(text)) return 'US';
  return countries.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.code ?? text;
}
