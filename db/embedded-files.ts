import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** The major version of PGlite's PostgreSQL. No other version can open its files. */
export const EMBEDDED_VERSION = '18';

/**
 * Runs `copyFiles` while no statement runs and no transaction is open, so that it copies a consistent database.
 * Statements wait until it is done.
 */
export async function copyEmbedded<T>(pglite: PGlite, copyFiles: () => Promise<T>): Promise<T> {
  // Writes most pages before statements have to wait. The write-ahead log has the others.
  await pglite.exec('checkpoint');
  return pglite.transaction(copyFiles);
}

/** Returns the version that created a database's folder. */
export async function readEmbeddedVersion(folder: string): Promise<string> {
  return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
}

/**
 * Creates the data folder if it is missing. Only its owner may read it, because it contains the database,
 * secrets, and mails.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // An older release may have created the folder with a looser mode. Ignore EPERM: a mounted volume may
  // belong to another user.
  await chmod(dataDir, 0o700).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error;
  });
}
