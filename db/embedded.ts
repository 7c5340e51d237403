import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PGliteDialect } from 'kysely';
import { prepareDataFolder } from './data-folder.ts';
import { takeOwnership } from './owner-lock.ts';
import { embeddedParsers } from './type-parsers.ts';

/**
 * Opens PGlite with its files in `dataDir`/database. The lock prevents a second process from corrupting them.
 */
export async function openEmbedded(dataDir: string, onOwned?: () => void) {
  await prepareDataFolder(dataDir);
  const release = await takeOwnership(join(dataDir, 'owner.lock'));
  onOwned?.();
  const pglite = new PGlite({
    dataDir: join(dataDir, 'database'),
    extensions: { pg_trgm },
    parsers: embeddedParsers,
  });
  try {
    await pglite.waitReady;
  } catch (error) {
    await release();
    throw error;
  }
  return {
    kind: 'embedded' as const,
    isExclusive: true,
    dialect: new PGliteDialect({ pglite }),
    embedded: pglite,
    close: release,
  };
}
