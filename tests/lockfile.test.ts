import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const lockfile = await readFile(join(root, 'package-lock.json'), 'utf8');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'everything-card-lockfile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the output of CI's check of a lockfile, or '' if it passes. */
async function checkLockfile(content: string): Promise<string> {
  const file = join(folder, 'package-lock.json');
  await writeFile(file, content);
  const check = promisify(execFile)(process.execPath, [join(root, '.ci/check-lockfile.mjs'), file]);
  return check.then(
    () => '',
    ({ stderr }) => String(stderr),
  );
}

describe('[architecture] the lockfile', () => {
  test('passes CI’s check', async () => {
    expect(await checkLockfile(lockfile)).toBe('');
  });

  test.each([
    ['an entry without an integrity hash', { version: '1.0.0' }, 'has no integrity hash'],
    [
      'a new install script',
      { version: '1.0.0', integrity: 'sha512-x', hasInstallScript: true },
      'runs a script',
    ],
  ])('%s fails CI', async (_title, entry, message) => {
    const { packages, ...rest } = JSON.parse(lockfile);
    const changedLockfile = JSON.stringify({
      ...rest,
      packages: { ...packages, 'node_modules/left-pad': entry },
    });
    expect(await checkLockfile(changedLockfile)).toContain(`node_modules/left-pad: ${message}`);
  });
});
