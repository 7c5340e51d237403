import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardCell } from '#server/lib/spreadsheet.ts';
import { TableDecoder } from '#server/lib/table/encoding.ts';
import { surveyTable } from '#server/lib/table/survey.ts';
import { openTable, type TableRow } from '#server/lib/table/table.ts';
import { TableError } from '#server/lib/table/table-error.ts';

const EMAIL_TABLE = {
  columns: { email: ['mail', 'workemail', 'personalemail'], name: [] },
  required: ['email'],
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function readAll(chunks: Iterable<Uint8Array>, definition = EMAIL_TABLE): Promise<TableRow[]> {
  const { rows } = await openTable(chunks, definition);
  return collect(rows);
}

const readText = (text: string) => readAll([new TextEncoder().encode(text)]);

type Row = { email: string; name: string; unknown: string };

/** As our own exports write them. */
const guardCells = ({ email, name, unknown }: Row): Row => ({
  email: guardCell(email),
  name: guardCell(name),
  unknown: guardCell(unknown),
});

/** The characters of Windows-1252 that differ from Latin-1. */
const WINDOWS_1252 = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index;
    return [new TextDecoder('windows-1252').decode(new Uint8Array([byte])), byte];
  }),
);

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'windows-1252') {
    return new Uint8Array([...text].map((letter) => WINDOWS_1252.get(letter) ?? letter.charCodeAt(0)));
  }
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16le' ? bytes : bytes.swap16();
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes) !== '';
  } catch {
    return false;
  }
}

function* split(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'abcXYZ019 .-\'"@;,|\t\n'),
      fc.constantFrom(...'éüñßøÅ€™’“”'),
      fc.constantFrom('Zoë', "O'Néill", '"quoted"', 'a, b; c | d'),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join('').trim());

const table = fc.array(fc.record({ email: cell, name: cell, unknown: cell }), {
  minLength: 1,
  maxLength: 12,
});

const writing = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  columns: fc.shuffledSubarray(['email', 'name', 'unknown'], { minLength: 3 }),
  hasMark: fc.boolean(),
  namesSeparator: fc.boolean(),
  blankRows: fc.boolean(),
  chunkSize: fc.integer({ min: 1, max: 5_000 }),
});

test('a table has the same rows in every encoding, with every separator, and in any order of columns', async () => {
  await fc.assert(
    fc.asyncProperty(table, writing, async (rows, form) => {
      const csv = stringify(rows.map(guardCells), {
        header: true,
        columns: form.columns,
        delimiter: form.separator,
        record_delimiter: form.newline,
        quoted_match: /[\r\n]/,
      });
      const header = form.namesSeparator ? `sep=${form.separator}${form.newline}` : '';
      const text = header + csv + (form.blankRows ? form.newline + form.separator.repeat(2) : '');
      const bytes = encode(
        (form.hasMark && form.encoding !== 'windows-1252' ? '\ufeff' : '') + text,
        form.encoding,
      );
      // Bytes that are also valid UTF-8 are read as UTF-8.
      fc.pre(form.encoding !== 'windows-1252' || !isUtf8(bytes) || text === new TextDecoder().decode(bytes));
      const expected = rows
        .map(({ email, name, unknown }) => ({ email, name, isBlank: email + name + unknown === '' }))
        .filter(({ isBlank }) => !isBlank)
        .map(({ email, name }) => ({ email, name }));
      const { survey } = await surveyTable(split(bytes, form.chunkSize), EMAIL_TABLE);
      const { headings, rows: read } = await openTable(split(bytes, form.chunkSize), EMAIL_TABLE, {
        encoding: survey.encoding,
      });
      expect(survey.rows).toBe(expected.length);
      const cells = (await collect(read)).map((row) => ('cells' in row ? row.cells : row));
      expect(cells).toEqual(expected);
      expect(headings.unused).toEqual(['unknown']);
    }),
    { numRuns: 1_000 },
  );
});

test('a row’s line counts the line breaks in the cells before it', async () => {
  const rows = await readText('sep=;\nemail;name\n"a";"two\r\nlines"\n\n;\nb;c\n');
  expect(rows).toMatchObject([{ line: 3, cells: { name: 'two\nlines' } }, { line: 7 }]);
});

describe('headings', () => {
  test('are matched without case, spaces, and punctuation, and others are listed', async () => {
    const text = 'Department code, E-MAIL ,Name\nD7,a@example.com,Ann\n';
    const { headings } = await openTable([new TextEncoder().encode(text)], EMAIL_TABLE);
    expect(headings.unused).toEqual(['Department code']);
  });

  test('that mean the same column: the preferred one is used, and the other is listed', async () => {
    const text = 'Personal email,Work email\nhome@example.com,work@example.com\n';
    const { headings, rows } = await openTable([new TextEncoder().encode(text)], EMAIL_TABLE);
    expect(headings.unused).toEqual(['Personal email']);
    expect(await collect(rows)).toMatchObject([{ cells: { email: 'work@example.com' } }]);
  });

  test.each([
    ['', 'The file is empty. The first line must name the columns: email.'],
    ['name\nAnn\n', 'The first line must name the columns. Missing: email.'],
    ['email,e-mail,name\na,b,c\n', 'The first line names columns twice: email.'],
    [
      `email${','.repeat(100_000)}`,
      "The first line can't be read: this row has more than 1,000 cells; the rest of the file was not read.",
    ],
  ])('%#: a table without usable ones is refused', async (text, message) => {
    await expect(readText(text)).rejects.toThrow(new TableError(message));
  });
});

describe('a row', () => {
  test('of nothing but commas is refused before it is read to its end', async () => {
    const text = `email\nzoe@example.com\n${','.repeat(100_000)}\nlate@example.com\n`;
    expect(await readText(text)).toEqual([
      { line: 2, cells: { email: 'zoe@example.com', name: '' } },
      {
        fault: {
          line: 3,
          column: null,
          message: 'this row has more than 1,000 cells; the rest of the file was not read',
        },
      },
    ]);
  });

  test('may have as many cells as 1,000 headings', async () => {
    const columns = Array.from({ length: 999 }, (_, index) => `column ${index}`);
    expect(
      await readText(`${[...columns, 'email'].join()}\n${[...columns, 'a@example.com'].join()}\n`),
    ).toEqual([{ line: 2, cells: { email: 'a@example.com', name: '' } }]);
  });

  test.each([
    ['email,name\na\nb,c\n', 2, 'This row has 1 cells, the first line has 2'],
    ['email,name\na,b,c\n', 2, 'This row has 3 cells, the first line has 2'],
    ['email,name\na,b\n"c,d\ne,f\n', 3, 'a quotation mark is not closed; the rest of the file was not read'],
    ['email,name\na,\ufffd\n', 2, 'This text is damaged. Export the file again, in UTF-8'],
  ])('%j has a fault in line %i', async (text, line, message) => {
    const rows = await readText(text);
    expect(rows.flatMap((row) => ('fault' in row ? [row.fault] : []))).toMatchObject([{ line, message }]);
  });

  test('may end with more separators than the first line', async () => {
    expect(await readText('email,name\na,b,,\n')).toEqual([{ line: 2, cells: { email: 'a', name: 'b' } }]);
  });
});

test('a file that isn’t text is refused', async () => {
  for (const bytes of [
    [0x50, 0x4b, 3, 4, 20, 0],
    [0x25, 0x50, 0x44, 0x46, 0x2d],
    [0x61, 0, 0, 0x62, 1],
  ]) {
    await expect(readAll([new Uint8Array(bytes)])).rejects.toThrow(/^This isn’t a text file/);
  }
});

test('the first row of a long file is read in the encoding that only its end shows', async () => {
  const text = `email,name\na,Ren${'é'}\n${'b,c\n'.repeat(5_000)}`;
  const bytes = new Uint8Array([...encode(text, 'utf-8'), 0x64, 0x2c, 0xe9, 0x0a]);
  const { encoding } = (await surveyTable(split(bytes, 4_096), EMAIL_TABLE)).survey;
  expect(encoding).toBe('windows-1252');
  expect(new TableDecoder(encoding).decode(bytes, { isLast: true }).at(-2)).toBe('é');
});
