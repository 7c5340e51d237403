import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDb, type Db } from './client.ts';
import { migrateToLatest } from './migrate.ts';
import { seed } from './seed/seed.ts';
import { writeSnapshot } from './snapshot.ts';

/**
 * Creates a migrated and seeded database in a temporary folder, adds rows with `addMore`, and packs the folder
 * into the file.
 */
export async function makeSnapshot(file: string, addMore = async (_db: Db) => {}): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-snapshot-'));
  try {
    const client = await createDb({ dataDir });
    try {
      await migrateToLatest(client);
      await seed(client.db);
      await addMore(client.db);
      // Remove old write-ahead log files; they would be most of the snapshot.
      await sql`set wal_recycle = off`.execute(client.db);
      await sql`checkpoint`.execute(client.db);
    } finally {
      await client.close();
    }
    await writeSnapshot(join(dataDir, 'database'), file);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
