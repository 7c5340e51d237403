import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder is in .gitignore. */
const FOLDER = join(import.meta.dirname, '../../../bench/peers');

const DEPENDENCIES = { postgraphile: '5.1.5', directus: '12.4.0' };

/**
 * The folder of an empty package that replaces isolated-vm, the sandbox in which Directus runs users'
 * scripts. Installing isolated-vm needs a compiler, and the benchmark runs no scripts.
 */
const NO_SANDBOX = 'no-sandbox';

async function run(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

/** Installs PostGraphile and Directus from npm, unless these versions are installed. Returns their folder. */
export async function installPeers(): Promise<string> {
  const manifest = JSON.stringify(
    {
      private: true,
      dependencies: DEPENDENCIES,
      overrides: { 'isolated-vm': `file:./${NO_SANDBOX}` },
    },
    null,
    2,
  );
  const installed = join(FOLDER, 'installed.json');
  if ((await readFile(installed, 'utf8').catch(() => '')) === manifest) return FOLDER;
  await mkdir(join(FOLDER, NO_SANDBOX), { recursive: true });
  await writeFile(
    join(FOLDER, NO_SANDBOX, 'package.json'),
    JSON.stringify({ name: 'isolated-vm', version: '5.0.3', main: 'index.js' }),
  );
  await writeFile(join(FOLDER, NO_SANDBOX, 'index.js'), 'module.exports = {};\n');
  await writeFile(join(FOLDER, 'package.json'), manifest);
  console.log('Installing PostGraphile and Directus, which takes some minutes');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']);
  await writeFile(installed, manifest);
  return FOLDER;
}

export const describePeers = () =>
  Object.entries(DEPENDENCIES)
    .map(([name, version]) => `${name} ${version}`)
    .join(' and ');
