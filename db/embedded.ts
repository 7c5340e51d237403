import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type KyselyPlugin, PGliteDialect } from 'kysely';
import { prepareDataFolder } from './embedded-files.ts';
import { takeOwnership } from './owner-lock.ts';
import { findSnapshotFile, pathExists, restoreSnapshot, type SnapshotKind } from './snapshot.ts';
import { embeddedParsers } from './type-parsers.ts';

export interface EmbeddedOptions {
  /** Called when this process has locked the folder, before the database opens. */
  onOwned?: () => void;
  /**
   * If the database doesn't exist yet, creates it from this snapshot. Without a usable snapshot, creates an
   * empty one.
   */
  snapshot?: SnapshotKind;
}

/**
 * PGlite runs a statement on this thread and returns its rows without a turn of the event loop, so a series of
 * statements would keep every other request waiting until the last one. This gives them a turn after each.
 */
const giveTurns: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await setImmediate();
    return result;
  },
};

/**
 * Opens PGlite with its files in `dataDir`/database. The lock prevents a second process from corrupting them.
 */
export async function openEmbedded(dataDir: string, { onOwned, snapshot }: EmbeddedOptions = {}) {
  await prepareDataFolder(dataDir);
  const release = await takeOwnership(join(dataDir, 'owner.lock'));
  onOwned?.();
  const folder = join(dataDir, 'database');
  try {
    if (snapshot && !(await pathExists(folder))) {
      await restoreSnapshot(await findSnapshotFile(snapshot), folder);
    }
    const pglite = new PGlite({ dataDir: folder, extensions: { pg_trgm }, parsers: embeddedParsers });
    await pglite.waitReady;
    return {
      isExclusive: true,
      dialect: new PGliteDialect({ pglite }),
      embedded: pglite,
      plugins: [giveTurns],
      close: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}
