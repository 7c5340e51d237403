import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED_VERSION, prepareDataFolder } from '#db/embedded-files.ts';
import { listMigrationNames } from '#db/migration-list.ts';
import { takeOwnership } from '#db/owner-lock.ts';
import { CommandError, type CommandIo } from '../command.ts';
import { listNames } from './create-backup.ts';
import { COPY_FOLDER, type Manifest, measureFile, readManifest } from './manifest.ts';

const LOCK = 'owner.lock';
const DRAFT = 'restore-draft';
const PRIVATE_FILE_MODE = 0o600;
const PRIVATE_FOLDER_MODE = 0o700;

/** Checks a backup, then copies it into an empty data folder. */
export async function restoreBackup(backup: string, dataDir: string, io: CommandIo): Promise<Manifest> {
  const manifest = await readManifest(backup);
  await assertSupported(manifest);
  await assertUnused(dataDir);
  await assertEmpty(dataDir);
  await assertUndamaged(backup, manifest, io);
  await prepareDataFolder(dataDir);
  const release = await takeOwnership(join(dataDir, LOCK));
  try {
    await assertEmpty(dataDir);
    await copyIntoPlace(backup, dataDir, manifest);
  } finally {
    await release();
  }
  return manifest;
}

async function assertSupported({ postgres, migrations }: Manifest): Promise<void> {
  if (postgres !== EMBEDDED_VERSION) {
    throw new CommandError(
      `The backup has files of PostgreSQL ${postgres}, and this release has PostgreSQL ${EMBEDDED_VERSION}. Restore it with the release that made it.`,
    );
  }
  const knownNames = await listMigrationNames();
  const unknownName = migrations.find((name) => !knownNames.includes(name));
  if (unknownName) {
    throw new CommandError(
      `The backup was made by a newer release: it has the migration ${unknownName}. Install that release first.`,
    );
  }
}

/** Throws if a running server uses the folder. */
async function assertUnused(dataDir: string): Promise<void> {
  if (!(await listNames(dataDir)).includes(LOCK)) return;
  const release = await takeOwnership(join(dataDir, LOCK));
  await release();
}

async function assertEmpty(dataDir: string): Promise<void> {
  if ((await listNames(dataDir)).some((name) => name !== LOCK)) {
    throw new CommandError(
      `${dataDir} is not empty. Move it to another folder first, or set DATA_DIR to a new folder.`,
    );
  }
}

async function assertUndamaged(backup: string, { files }: Manifest, io: CommandIo): Promise<void> {
  for (const [done, { path, bytes, sha256 }] of files.entries()) {
    const file = await measureFile(join(backup, COPY_FOLDER, path));
    if (file?.bytes !== bytes || file.sha256 !== sha256) {
      throw new CommandError(
        `The backup is damaged: ${path} ${file ? 'has changed' : 'is missing'}. Nothing was restored.`,
      );
    }
    io.progress({ done, total: files.length, text: 'checking' });
  }
}

/**
 * Copies the files to a draft in the data folder, which may be a mounted volume, and then moves them. Moves
 * the database last, so that an interrupted restore leaves a folder without a database.
 */
async function copyIntoPlace(backup: string, dataDir: string, manifest: Manifest): Promise<void> {
  const draft = join(dataDir, DRAFT);
  await mkdir(draft, { mode: PRIVATE_FOLDER_MODE });
  try {
    for (const path of manifest.folders) {
      await mkdir(join(draft, path), { recursive: true, mode: PRIVATE_FOLDER_MODE });
    }
    for (const { path } of manifest.files) {
      await copyFile(join(backup, COPY_FOLDER, path), join(draft, path), constants.COPYFILE_FICLONE);
      // The files may have lost their permissions when the backup was moved here.
      await chmod(join(draft, path), PRIVATE_FILE_MODE);
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  const names = await listNames(draft);
  for (const name of names.sort((a, b) => Number(a === 'database') - Number(b === 'database'))) {
    await rename(join(draft, name), join(dataDir, name));
  }
  await rmdir(draft);
}
