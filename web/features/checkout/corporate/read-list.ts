import Papa from 'papaparse';
import { MOST_EMPLOYEES } from '#server/checkout/corporate.schema.ts';
import { countries } from '#server/lib/countries.ts';
import { unguardCell } from '#server/lib/spreadsheet.ts';
import { hasErrors } from '#web/components/form/validation.ts';
import { type Column, PLAIN_ORDER, readHeadings, titleOfPath } from './employee-columns.ts';
import { faultsOf } from './employee-faults.ts';
import { type EmployeeValues, emptyEmployee } from './employee-values.ts';
import { ListFault } from './list-fault.ts';

/** A row that cannot be taken as it is. */
export interface RowFault {
  /** Where it begins in the list, from 1. */
  line: number;
  /** 'Ann Smith', as far as it is known. */
  name: string;
  problems: string[];
}

export interface ReadList {
  employees: EmployeeValues[];
  faults: RowFault[];
  /** The rows with faults under the list's own headings, to be corrected and read again. */
  rest: string;
}

interface Row {
  line: number;
  cells: string[];
  raw: string;
}

const UNCLOSED = 'A quotation mark in this list is opened and not closed';
const SEPARATORS = ['\t', ';', ','];

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

function rowsOf(text: string): Row[] {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const rows: Row[] = [];
  let begin = 0;
  let line = 1;
  Papa.parse<string[]>(clean, {
    delimiter: separatorOf(clean),
    step: ({ data, errors, meta }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new ListFault(UNCLOSED);
      const raw = clean.slice(begin, meta.cursor);
      rows.push({ line, cells: data.map((cell) => cell.trim()), raw });
      begin = meta.cursor;
      line += raw.split('\n').length - 1;
    },
  });
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** As many employees as `room` has place for, judged one by one; a list that is no list at all is a ListFault. */
export function readList(text: string, room: number): ReadList {
  const rows = rowsOf(text);
  const headings = readHeadings(rows[0]?.cells ?? []);
  const data = headings === null ? rows : rows.slice(1);
  if (data.length === 0) throw new ListFault('There is nobody in this list');
  if (data.length > room) throw new ListFault(tooMany(room));
  const read = data.map((row) => ({ row, ...employeeOf(row, headings ?? PLAIN_ORDER) }));
  const wrong = read.filter(({ fault }) => fault !== null);
  const head = headings === null ? [] : rows.slice(0, 1);
  return {
    employees: read.flatMap(({ values, fault }) => (fault === null ? [values] : [])),
    faults: wrong.flatMap(({ fault }) => fault ?? []),
    rest: wrong.length === 0 ? '' : [...head, ...wrong.map(({ row }) => row)].map(lineOf).join('\n'),
  };
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
  const faults = faultsOf(values);
  if (hasErrors(faults)) {
    for (const [path, message] of Object.entries(faults)) problems.push(`${titleOfPath(path)}: ${message}`);
  }
  const name = `${values.firstname} ${values.lastname}`.trim();
  return { values, fault: problems.length === 0 ? null : { line, name, problems } };
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'family']);
const NO = new Set(['', 'no', 'n', 'false', '0', 'personal', 'individual']);

function valuesOf(texts: ReadonlyMap<Column, string>) {
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
  const values: EmployeeValues = {
    ...emptyEmployee(),
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
