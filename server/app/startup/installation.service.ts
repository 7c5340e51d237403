import { join } from 'node:path';
import { z } from 'zod';
import { type Db, inTransaction } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { readJson, readOrCreateFile } from '../../platform/config/secrets.ts';
import {
  findInstallation,
  hasPurchases,
  lockInstallation,
  updateInstallation,
} from './installation.repository.ts';

/** A file in the folder of uploaded files. Processes that find the same id there share the folder. */
const FOLDER_ID_FILE = 'folder-id.json';
const folderId = z.object({ id: z.string() });

/**
 * Refuses to rehearse on a database with real members, and to charge cards on one with rehearsed members.
 * Call it before migrating, because a rehearsal must not change a database that isn't its own (D45).
 */
export async function assertPayments(db: Db, config: Config): Promise<void> {
  if (!config.production) return;
  const payments = (await findInstallation(db))?.payments ?? null;
  if (config.rehearsal && (payments === 'stripe' || (payments === null && (await hasPurchases(db))))) {
    throw new ConfigError(
      'REHEARSAL does not start on this database, because it has purchases from outside a rehearsal. Use an empty one.',
    );
  }
  if (!config.rehearsal && payments === 'sandbox') {
    throw new ConfigError(
      'This database was used in a rehearsal, so its members never paid. Use another one, or set REHEARSAL=1.',
    );
  }
}

/**
 * Records which payments and file store production first used with this database. Refuses a folder of
 * uploaded files that isn't the one that the other processes use, because each would miss the others' files.
 */
export async function recordInstallation(db: Db, config: Config): Promise<void> {
  if (!config.production) return;
  const files = await identifyFileStore(config);
  await inTransaction(db, async (trx) => {
    const installation = await lockInstallation(trx);
    const isOtherFolder = files !== null && installation.files !== null && installation.files !== files;
    // A bucket is always named on purpose, so it may replace a folder.
    if (isOtherFolder && !config.s3) throw new ConfigError(describeOtherFolder(config, installation.files));
    await updateInstallation(trx, {
      payments: installation.payments ?? (config.stripe ? 'stripe' : 'sandbox'),
      files: files ?? installation.files,
    });
  });
}

/** Refuses another folder like `recordInstallation`, but records nothing. */
export async function assertFileStore(db: Db, config: Config): Promise<void> {
  if (!config.production || !config.databaseUrl || config.s3) return;
  const { files = null } = (await findInstallation(db)) ?? {};
  if (files === null) return;
  const folderFile = await readJson(join(config.filesDir, FOLDER_ID_FILE), folderId).catch(() => undefined);
  if (files !== folderFile?.id) throw new ConfigError(describeOtherFolder(config, files));
}

/**
 * Returns an id of the place where files are stored. Null with the embedded database, because only one
 * process uses it.
 */
async function identifyFileStore({ s3, filesDir, databaseUrl }: Config): Promise<string | null> {
  if (!databaseUrl) return null;
  if (s3) return `bucket ${s3.bucket}`;
  const { id } = await readOrCreateFile(filesDir, FOLDER_ID_FILE, folderId, () => ({
    id: newId(),
  }));
  return id;
}

function describeOtherFolder({ filesDir }: Config, files: string | null): string {
  return `${filesDir} is not the folder with this database's uploaded files. Share that folder and name it in FILES_DIR, or use S3. If you moved the files here, write {"id":"${files}"} into ${filesDir}/${FOLDER_ID_FILE}.`;
}
