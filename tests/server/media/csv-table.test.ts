import { expect, test } from 'vitest';
import { readCsvTable, type TableRow } from '#server/platform/media/csv-table.ts';

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function readAll(text: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of readCsvTable(toChunks(text), { columns: ['email'] })) rows.push(row);
  return rows;
}

test('a row of nothing but commas is refused before it is read to its end', async () => {
  const rows = await readAll(`email\nzoe@example.com\n${','.repeat(100_000)}\nlate@example.com\n`);
  expect(rows).toEqual([
    { line: 2, cells: { email: 'zoe@example.com' } },
    {
      fault: {
        line: 3,
        column: null,
        message: 'this row has more than 1,000 cells; the rest of the file was not read',
      },
    },
  ]);
});

test('a first line of nothing but commas is refused with the reason', async () => {
  await expect(readAll(','.repeat(100_000))).rejects.toThrow(
    "The first line can't be read: this row has more than 1,000 cells; the rest of the file was not read.",
  );
});

test('a file may have many more columns than the table', async () => {
  const columns = Array.from({ length: 999 }, (_, index) => `column ${index}`);
  const rows = await readAll(`${[...columns, 'email'].join()}\n${[...columns, 'zoe@example.com'].join()}\n`);
  expect(rows).toEqual([{ line: 2, cells: { email: 'zoe@example.com' } }]);
});
