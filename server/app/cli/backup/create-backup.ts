import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { copyEmbedded, readEmbeddedVersion } from '#db/embedded-files.ts';
import { listApplied } from '#db/migration-list.ts';
import { pathExists } from '#db/snapshot.ts';
import { type CommandDeps, CommandError, type CommandIo } from '../command.ts';
import { COPY_FOLDER, formatManifest, type Manifest, manifestPath, measureFile } from './manifest.ts';

/** Files that aren't backed up: they belong to a running process or are still being written. */
const TEMPORARY_FILES = [
  /^owner\.lock/,
  /^command\.sock$/,
  /^database-draft/,
  /^sandbox\/(?:address\.json|.*\.next$)/,
  /^(?!database\/).*\.tmp$/,
];
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Copies the data folder, including its secrets, to a new folder. No statement runs while the database and
 * the uploaded files are copied. The payment sandbox is copied last, because Stripe is never behind the
 * database either.
 */
export async function createBackup(
  { db, embedded, config, now }: CommandDeps,
  target: string,
  io: CommandIo,
): Promise<Manifest> {
  if (!embedded) throw new Error('A backup needs the embedded database');
  const dataDir = resolve(config.dataDir);
  if (`${target}${sep}`.startsWith(`${dataDir}${sep}`)) {
    throw new CommandError('The backup must be outside the data folder.');
  }
  const migrations = (await listApplied(db)).map(({ name }) => name);
  if (migrations.length === 0) throw new CommandError(`${dataDir} has no database to back up.`);
  if ((await listNames(target)).length > 0) throw new CommandError(`${target} is not empty.`);
  let draft: string | undefined;
  try {
    await mkdir(dirname(target), { recursive: true });
    draft = await mkdtemp(`${target}.part-`);
    const copy = join(draft, COPY_FOLDER);
    await mkdir(copy, { mode: PRIVATE_FOLDER_MODE });
    const postgres = await readEmbeddedVersion(join(dataDir, 'database'));
    const createdAt = await copyEmbedded(embedded, async () => {
      await copyFolder(dataDir, copy, '', (name) => name === 'database');
      await copyFiles(config.filesDir, join(copy, 'files'));
      return now();
    });
    await copyFolder(dataDir, copy, '', (name) => name !== 'database' && name !== 'files');
    const manifest = { createdAt, postgres, migrations, ...(await restrictAndList(copy, io)) };
    await writeFile(manifestPath(draft), formatManifest(manifest), { mode: PRIVATE_FILE_MODE });
    await rename(draft, target);
    return { product: 'everything-card', format: 1, ...manifest };
  } catch (error) {
    if (draft) await rm(draft, { recursive: true, force: true });
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new CommandError(`The backup failed, and nothing was kept: ${error.message}`);
  }
}

export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}

async function copyFolder(
  from: string,
  to: string,
  path: string,
  isIncluded: (name: string) => boolean = () => true,
): Promise<void> {
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (!isIncluded(entry.name) || TEMPORARY_FILES.some((pattern) => pattern.test(child))) continue;
    if (entry.isDirectory()) {
      await mkdir(join(to, child), { mode: PRIVATE_FOLDER_MODE });
      await copyFolder(from, to, child);
    } else if (entry.isFile()) {
      await copyFile(join(from, child), join(to, child), constants.COPYFILE_FICLONE);
    }
  }
}

/** Copies the uploaded files, which may be outside the data folder. */
async function copyFiles(from: string, to: string): Promise<void> {
  if (!(await pathExists(from))) return;
  await mkdir(to, { mode: PRIVATE_FOLDER_MODE });
  await copyFolder(from, to, '');
}

/** Restricts everything to its owner, and lists the folders and the files with their checksums. */
async function restrictAndList(copy: string, io: CommandIo): Promise<Pick<Manifest, 'folders' | 'files'>> {
  const entries = await readdir(copy, { recursive: true, withFileTypes: true });
  const contents: Pick<Manifest, 'folders' | 'files'> = { folders: [], files: [] };
  for (const [done, entry] of entries.entries()) {
    io.signal.throwIfAborted();
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE);
    if (entry.isDirectory()) contents.folders.push(relative(copy, path));
    else contents.files.push({ path: relative(copy, path), ...(await requireFile(path)) });
    io.progress({ done, total: entries.length, text: 'checksums' });
  }
  contents.folders.sort();
  contents.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return contents;
}

async function requireFile(path: string) {
  const file = await measureFile(path);
  if (!file) throw new Error(`${path} was removed`);
  return file;
}
