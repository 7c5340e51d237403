import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Reading } from '#server/lib/readers/reading.ts';

// What people type and what other systems export, about invented people. In `corpus.tsv`, = stands for a clean form
// that is the input itself, and ! comes before a sentence.

/** An input, and its clean form or the sentence that refuses it. */
export interface CorpusRow {
  /** The same in every test. */
  id: string;
  noun: string;
  input: string;
  outcome: Reading;
}

const readEscapes = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const CORPUS = readFileSync(join(import.meta.dirname, 'corpus.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line, index): CorpusRow => {
    const [noun = '', input = '', reading = ''] = line.split('\t').map(readEscapes);
    const isRefused = reading.startsWith('! ');
    const outcome = isRefused ? { error: reading.slice(2) } : { value: reading === '=' ? input : reading };
    return { id: String(index), noun, input, outcome };
  });

export const rowsOf = (...nouns: string[]) => CORPUS.filter(({ noun }) => nouns.includes(noun));

/** Compares all rows at once, so that a failure lists every wrong one. */
export async function expectReadings(
  rows: readonly CorpusRow[],
  read: (row: CorpusRow) => Promise<Reading> | Reading,
) {
  const outcomes = [];
  for (const row of rows) outcomes.push({ input: row.input, outcome: await read(row) });
  expect(outcomes).toEqual(rows.map(({ input, outcome }) => ({ input, outcome })));
}
