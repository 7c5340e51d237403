import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingPaths } from './helpers/architecture/readme-paths.ts';

const root = join(import.meta.dirname, '..');

async function list(patterns: string[]): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob(patterns, { cwd: root })) paths.push(path);
  return paths;
}

test('[architecture] the paths in the READMEs exist', async () => {
  const documents = await list(['README.md', '*/README.md', 'server/**/*.md']);
  const files = await list(['*.*', '{server,web,gateway,db,tests}/**/*.*']);
  expect(documents.length).toBeGreaterThanOrEqual(9);
  expect(await missingPaths(root, documents, files)).toEqual([]);
});

test('[architecture] every decision that code cites has a heading', async () => {
  const read = (path: string) => readFile(join(root, path), 'utf8');
  const headings = new Set((await read('server/DECISIONS.md')).match(/(?<=^## )D\d+/gm));
  const sources = await list(['{server,web,gateway,db,tests}/**/*.{ts,tsx}']);
  const texts = await Promise.all(sources.map(read));
  const cited = new Set(texts.flatMap((text) => text.match(/(?<=[([])D\d+(?=[\]), ])/g) ?? []));
  expect(cited.size).toBeGreaterThan(60);
  expect([...cited].filter((decision) => !headings.has(decision))).toEqual([]);
});
