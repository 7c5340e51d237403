import { readFile as readFileFromDisk } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_EMPLOYEES } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { buildTemplate, readFile, readList } from '#web/features/checkout/company/employees/list-file.ts';

const ROOM = MAX_EMPLOYEES;
/** Reads a list; throws if it can't be read. */
function readValidList(text: string, maxEmployees: number) {
  const list = readList(text, maxEmployees);
  if ('fault' in list) throw new Error(list.fault);
  return list;
}

const names = (text: string) => readValidList(text, ROOM).employees.map(({ firstname }) => firstname);

describe('[S2 corporate, S3 employee] a list of employees', () => {
  test('accepts headings in any order and by any alias', () => {
    const { employees, faults, rest } = readValidList(
      'Email,Surname,First Name,Telephone,ignored\nann@example.com,Smith,Ann,(555) 010-0142,x\n',
      ROOM,
    );
    expect(faults).toEqual([]);
    expect(rest).toBe('');
    expect(employees).toMatchObject([
      { firstname: 'Ann', lastname: 'Smith', phone: '(555) 010-0142', email: 'ann@example.com' },
    ]);
    expect(employees[0]).toMatchObject({ familyPlan: false, ownAddress: false });
  });

  test('accepts tab-separated rows without headings', () => {
    expect(
      readValidList('Ann\tSmith\t5550100142\nBob\tLee\t5550100143\tbob@example.com', ROOM),
    ).toMatchObject({
      employees: [
        { firstname: 'Ann', lastname: 'Smith', phone: '5550100142', email: '' },
        { firstname: 'Bob', lastname: 'Lee', email: 'bob@example.com' },
      ],
      faults: [],
    });
  });

  test('accepts semicolons, a byte order mark, CRLF, and empty lines', () => {
    const text =
      '\ufeffFirst name;Last name;Phone\r\nAnn;Smith;5550100142\r\n\r\n;;\r\nBob;Lee;5550100143\r\n';
    expect(names(text)).toEqual(['Ann', 'Bob']);
  });

  test('accepts commas between cells and semicolons between family members', () => {
    const { employees, faults } = readValidList('Ann,Smith,5550100142,,yes,Sam,Smith,Kim; Lee', ROOM);
    expect(faults).toEqual([]);
    expect(employees).toMatchObject([{ lastname: 'Smith', family: [{ name: 'Kim' }, { name: 'Lee' }] }]);
  });

  test('accepts commas and line breaks in quoted cells, and quotation marks in names', () => {
    const { employees } = readValidList(
      'First name,Last name,Phone,Family plan,Family members\n"Ann","Smith, Jr.",5550100142,yes,"Kim\nLee"\nBob "Bo",Lee,5550100143,,\n',
      ROOM,
    );
    expect(employees).toMatchObject([
      { lastname: 'Smith, Jr.', familyPlan: true, family: [{ name: 'Kim' }, { name: 'Lee' }] },
      { firstname: 'Bob "Bo"', familyPlan: false },
    ]);
  });

  test('accepts an employee’s own address, and names of countries and states', () => {
    const { employees, faults } = readValidList(
      'First name,Last name,Phone,Street address,City,State,ZIP code,Country\nAnn,Smith,5550100142,1 Rue A,Paris,IdF,75001,France\nBob,Lee,5550100143,350 5th Ave,New York,New York,10118,United States\n',
      ROOM,
    );
    expect(faults).toEqual([]);
    expect(employees).toMatchObject([
      { ownAddress: true, country: 'FR' },
      { ownAddress: true, country: 'US', street1: '350 5th Ave' },
    ]);
  });

  test('reads cells that our exports escape for spreadsheets', () => {
    const { employees } = readValidList("Ann,Smith,'+1 555 010 0142", ROOM);
    expect(employees[0]?.phone).toBe('+1 555 010 0142');
  });
});

describe('[S5 corporate] errors in a list', () => {
  const text = [
    'First name,Last name,Phone,Email,Family plan,Spouse first name',
    'Ann,Smith,5550100142,ann@example.com,no,',
    ',Lee,,nobody,maybe,',
    'Kim,Park,5550100144,,,Sam',
  ].join('\n');

  test('include the line number, and the valid rows are kept', () => {
    const { employees, faults } = readValidList(text, ROOM);
    expect(employees.map(({ firstname }) => firstname)).toEqual(['Ann']);
    expect(faults).toEqual([
      {
        line: 3,
        name: 'Lee',
        problems: [
          'Family plan: Please enter yes or no',
          'First name: Required Field',
          'Phone: Required Field',
          'Email: Invalid Email',
        ],
      },
      { line: 4, name: 'Kim Park', problems: ['Family plan: Please enter yes to cover a family'] },
    ]);
  });

  test('leave the headings with the invalid rows for correction', () => {
    const { rest } = readValidList(text, ROOM);
    expect(rest.split('\n')).toHaveLength(3);
    const correctedRows = rest
      .replace(',Lee,,nobody,maybe,', 'Bob,Lee,5550100143,,,')
      .replace('4,,,Sam', '4,,yes,Sam');
    expect(readValidList(correctedRows, ROOM)).toMatchObject({
      employees: [{ firstname: 'Bob' }, { firstname: 'Kim', familyPlan: true, spouseFirstName: 'Sam' }],
      faults: [],
      rest: '',
    });
  });

  test("count the file's lines, even inside cells", () => {
    const { faults } = readValidList('Ann,"Smith\nJr.",5550100142\n\nBob,Lee,', ROOM);
    expect(faults.map(({ line }) => line)).toEqual([1, 4]);
  });

  test('refuse an empty list, too many rows, and an unclosed quotation mark', () => {
    const readOutcome = (text: string, maxEmployees = ROOM) => {
      const list = readList(text, maxEmployees);
      return 'fault' in list ? list.fault : 'accepted';
    };
    const buildRows = (count: number) =>
      Array.from({ length: count }, () => 'Ann,Smith,5550100142').join('\n');
    expect(readOutcome(' \n')).toBe('This list is empty');
    expect(readOutcome('First name,Last name,Phone')).toBe('This list is empty');
    expect(readOutcome(buildRows(501))).toBe('Please add at most 500 employees at once');
    expect(readOutcome(buildRows(3), 2)).toBe(
      'Please add at most 500 employees at once. There’s room for 2 more',
    );
    expect(readOutcome(buildRows(500))).toBe('accepted');
    expect(readOutcome('Ann,"Smith,5550100142\nBob,Lee,5550100143')).toBe(
      'This list has an opening quotation mark without a closing one',
    );
  });
});

describe('a list from another system', () => {
  const readSample = async (name: string) => {
    const sample = await readFileFromDisk(join('tests/server/staff/imports/files', name));
    const file = await readFile(new Blob([sample]));
    if (!('text' in file)) throw new Error(file.fault);
    return readValidList(file.text, ROOM);
  };

  test('with two columns for emails: the work email is used, and the other column is named', async () => {
    const { employees, notes } = await readSample('employees-work-email.csv');
    expect(employees.map(({ email }) => email)).toEqual(['jane@work.example', 'jim@work.example']);
    expect(notes).toEqual(['Not used: Personal email.']);
  });

  test('that repeats a person: one is kept', async () => {
    const { employees, notes } = await readSample('employees-repeated.csv');
    expect(employees).toMatchObject([{ firstname: 'Jane', email: 'jane@work.example' }]);
    expect(notes).toEqual(['Row 3, Jane Roe, is about the same person as row 2. We kept one.']);
  });

  test('that repeats people of the form: they are kept once, whatever their email’s spelling', () => {
    const listed = readValidList('Ann,Smith,5550100142,ann@gmail.com', ROOM).employees;
    const list = readList(
      'Anna,Smith,5550100199,A.nn+work@googlemail.com\nBob,Lee,5550100143,bob@example.com',
      ROOM,
      listed,
    );
    if ('fault' in list) throw new Error(list.fault);
    expect(list.employees.map(({ firstname }) => firstname)).toEqual(['Bob']);
    expect(list.notes).toEqual(['Anna Smith is on your list already or has a card. We kept one.']);
    expect(list.repeated).toMatchObject([{ firstname: 'Anna', phone: '5550100199' }]);
  });

  test('without emails says that nobody will be invited', () => {
    expect(readValidList('First name,Last name,Phone\nAnn,Smith,5550100142', ROOM).notes).toEqual([
      'The list has no email addresses, so nobody will be invited by email.',
    ]);
  });

  test('that lacks a column: only that one is named', () => {
    expect(readList('First name,Last name,Department\nAnn,Smith,Sales', ROOM)).toEqual({
      fault: 'This list has no column for: Phone. Not used: Department',
    });
  });
});

describe('[S2 corporate] a file with a list of employees', () => {
  const bytes = (...values: number[]) => new Blob([new Uint8Array(values)]);

  test('is read in the encodings of spreadsheet programs', async () => {
    expect(await readFile(new Blob(['José']))).toEqual({ text: 'José' });
    expect(await readFile(bytes(0x4a, 0x6f, 0x73, 0xe9))).toEqual({ text: 'José' });
    expect(await readFile(bytes(0x41, 0, 0x42, 0))).toEqual({ text: 'AB' });
  });

  test('cannot be a workbook or over 1 MB', async () => {
    const workbook = { fault: 'Please save the list as a CSV file first, then choose that file' };
    expect(await readFile(bytes(0x50, 0x4b, 3, 4))).toEqual(workbook);
    expect(await readFile(bytes(0x41, 0, 0, 0x42))).toEqual(workbook);
    expect(await readFile(new Blob(['a'.repeat(1_000_001)]))).toEqual({
      fault: 'Please choose a file of at most 1 MB',
    });
  });

  test('can be the template', async () => {
    const file = await readFile(buildTemplate());
    expect('text' in file && readValidList(file.text, ROOM)).toMatchObject({
      employees: [
        { firstname: 'Ann', familyPlan: true, family: [{ name: 'Kim Smith' }, { name: 'Lee Smith' }] },
      ],
      faults: [],
    });
  });
});
