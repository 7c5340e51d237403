import { glob } from 'node:fs/promises';
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
