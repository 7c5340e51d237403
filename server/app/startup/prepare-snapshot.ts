import { join } from 'node:path';
import { findSnapshotFile, pathExists } from '#db/snapshot.ts';
import { loadConfig } from '../../platform/config/config.ts';

/**
 * Makes the snapshot that the first start creates its embedded database from, unless it exists or is not
 * needed.
 */
async function prepareSnapshot(): Promise<void> {
  const { databaseUrl, dataDir, demo } = loadConfig();
  if (databaseUrl || (await pathExists(join(dataDir, 'database')))) return;
  const file = await findSnapshotFile(demo ? 'demo' : 'seeded');
  if (await pathExists(file)) return;
  // Loaded only when needed, because these modules include the database and the demo's texts.
  const { makeSnapshot } = await import('#db/make-snapshot.ts');
  const { seedDemoStores } = await import('../demo/stores.ts');
  await makeSnapshot(file, async (db) => {
    if (demo) await seedDemoStores({ db, now: () => new Date() });
  });
}

// A start without a snapshot only takes longer, and the server reports invalid settings itself.
await prepareSnapshot().catch(() => {});
