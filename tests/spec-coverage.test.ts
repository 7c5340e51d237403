import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CoveredLine, coverageTable, measureCoverage, unknownMarks } from './helpers/spec/coverage.ts';
import { SPEC_SECTIONS } from './helpers/spec/lines.ts';
import { type MarkedTitle, markedTitles, parseMarks, readTitles } from './helpers/spec/marks.ts';

const ROOT = join(import.meta.dirname, '..');

let titles: MarkedTitle[];
let coverage: CoveredLine[];

beforeAll(async () => {
  titles = await markedTitles(ROOT);
  coverage = measureCoverage(titles);
});

describe('the specification’s coverage', () => {
  test('includes a marked test for every line of sections 2 to 9 and every REST call', () => {
    expect(coverage.length).toBeGreaterThan(200);
    expect(coverage.filter(({ tests }) => tests.length === 0).map(({ mark }) => mark)).toEqual([]);
  });

  test('includes no unknown mark in a test title', () => {
    expect(unknownMarks(titles)).toEqual([]);
  });

  test('lists no line twice', () => {
    const marks = SPEC_SECTIONS.flatMap(({ lines }) => lines.map(({ mark }) => mark));
    expect(marks).toEqual([...new Set(marks)]);
  });

  test('lists every operation of the contract', async () => {
    const sdl = await readFile(join(ROOT, 'gateway/graphql/contract.graphql'), 'utf8');
    const roots = [...sdl.matchAll(/^type (?:Query|Mutation) \{\n([\s\S]*?)^\}/gm)];
    const names = roots.flatMap(([, body = '']) =>
      [...body.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name),
    );
    const marks = coverage.map(({ mark }) => mark);
    expect(names).toHaveLength(31);
    expect(names.filter((name) => !marks.includes(`S7 ${name}`))).toEqual([]);
  });

  test('is printed as a table with a row for each line and its tests', () => {
    const table = coverageTable(coverage);
    expect(table.split('\n').filter((row) => /^\| (S\d|rest) /.test(row))).toHaveLength(coverage.length);
    expect(table).toContain('`tests/server/accounts/register.test.ts`');
    const untested = { mark: 'S5 nothing', description: 'a line', section: '5', tests: [] };
    expect(coverageTable([untested])).toContain('| S5 nothing | a line | **nothing** |');
  });
});

describe('an error message of the specification', () => {
  const GOLDEN = z.array(z.object({ line: z.string(), text: z.string() }));
  const sentences = GOLDEN.parse(
    JSON.parse(readFileSync(join(ROOT, 'tests/helpers/spec/section-8.json'), 'utf8')),
  );
  const sources = new Map<string, string>();

  beforeAll(async () => {
    for await (const path of glob('{web,server,tests}/**/*.{ts,tsx}', { cwd: ROOT })) {
      sources.set(path, await readFile(join(ROOT, path), 'utf8'));
    }
  });

  const asPattern = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
  /** Matches the whole sentence as a string, JSX text, or template. */
  const containsSentence = (source: string, text: string) =>
    new RegExp(`(?:^\\s*|['"\`>])${asPattern(text)}(?:\\s*$|['"\`<]|\\$\\{)`, 'm').test(source);

  test.each(sentences)('is in the product and in a test: $line: $text', ({ line, text }) => {
    const product = [...sources].filter(([path]) => !path.startsWith('tests/'));
    expect(product.filter(([, source]) => containsSentence(source, text))).not.toEqual([]);
    const tests = coverage.find(({ mark }) => mark === line)?.tests ?? [];
    expect(tests.filter(({ file }) => sources.get(file)?.includes(text))).not.toEqual([]);
  });

  test('is listed for every error line that has its own sentence', () => {
    // The excluded lines have no sentence of their own.
    const linesWithSentence = SPEC_SECTIONS.flatMap(({ lines }) => lines.map(({ mark }) => mark)).filter(
      (mark) => {
        return mark.startsWith('S8 ') && !['S8 token login', 'S8 educator', 'S8 elsewhere'].includes(mark);
      },
    );
    expect([...new Set(sentences.map(({ line }) => line))]).toEqual(linesWithSentence);
  });
});

describe('marks in test titles', () => {
  test.each([
    ['[S5 register] is accepted', ['s5 register']],
    ['[S2, S4 cancel][D26] members cancel', ['s2', 's4 cancel']],
    ['[D2][S9 prices] a price', ['s9 prices']],
    ['[rest csrf] a token', ['rest csrf']],
    ['[architecture] the contract', []],
    ['[S1] what it is for', []],
    ['a link with [S5 register] in it', []],
    ['[restless] nobody', []],
  ])('are parsed in %s', (title, marks) => {
    expect(parseMarks(title)).toEqual(marks);
  });

  test('are read from calls, tables, and templates', () => {
    const text = [
      "describe('[S5 login] the form', () => { test('empty', () => {}); });",
      "const ROWS = [{ mark: '[S7 user]' }];",
      `test(\`[S8 login] \${ROWS.length} ways\`, () => {});`,
      "const other = '[x] no mark';",
    ].join('\n');
    expect(readTitles('a.test.ts', text)).toEqual([
      { file: 'a.test.ts', marks: ['s5 login'], title: 'the form' },
      { file: 'a.test.ts', marks: ['s7 user'], title: '' },
      { file: 'a.test.ts', marks: ['s8 login'], title: '… ways' },
    ]);
  });
});
