import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The requirements of ASVS 5.0.0 for levels 1 and 2: how many each section has. Their numbers begin at 1. */
const SECTION_SIZES: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4 },
  ...{ '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2 },
  ...{ '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1 },
  ...{ '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
};
const NUMBERS = /(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g;

const document = await readFile(join(root, 'server/SECURITY.md'), 'utf8');

/** Returns the cells of the rows below a heading, without the table's head. */
function readRows(heading: string): string[][] {
  const [, section = ''] = document.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [text = ''] = section.split(/^#/m);
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Lists the requirements that a cell names, such as '3.3.1, 3.4.1–3.4.3'. */
function listNumbers(cell = ''): string[] {
  return [...cell.matchAll(NUMBERS)].flatMap(([, section = '', first = '', last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => `${section}.${Number(first) + i}`),
  );
}

const listTests = (cell = '') => cell.match(/(?<=`)tests\/[^`]+/g) ?? [];

test('[architecture] each requirement of ASVS is in one table of SECURITY.md', () => {
  const listed = ['Not met', 'Met', 'Not used'].flatMap(readRows).flatMap(([cell]) => listNumbers(cell));
  const required = Object.entries(SECTION_SIZES).flatMap(([section, size]) =>
    Array.from({ length: size }, (_, i) => `${section}.${i + 1}`),
  );
  expect(listed.toSorted()).toEqual(required.toSorted());
});

test.each(['What is protected and how', 'Met'])(
  '[architecture] each row of SECURITY.md below “%s” names its tests, which exist',
  (heading) => {
    const rows = readRows(heading).map((cells) => ({ cells, tests: listTests(cells.at(-1)) }));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const paths = rows.flatMap(({ tests }) => tests);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

test('[architecture] each row of SECURITY.md that isn’t met has a reason', () => {
  const rows = [...readRows('Not met'), ...readRows('Not used')];
  expect(rows.length).toBeGreaterThan(40);
  expect(rows.filter((cells) => cells.some((cell) => cell === ''))).toEqual([]);
});
