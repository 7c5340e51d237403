import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDb, type Db, type DbClient } from '#db/client.ts';
import { createIndexConcurrently } from '#db/concurrent-index.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { listNewerMigrations, type SchemaMigration, SchemaTooNew } from '#db/migration-list.ts';
import { serverTest } from '#tests/helpers/database/database.ts';
import { emptyDatabase } from './empty-database.ts';

async function openEmptyDatabase(): Promise<DbClient> {
  const database = await emptyDatabase();
  onTestFinished(() => database.remove());
  const client = await createDb(database.location);
  onTestFinished(() => client.close());
  return client;
}

const createTable: SchemaMigration = {
  up: (db) => sql`create table items (code integer not null)`.execute(db).then(() => {}),
};
const addColumn: SchemaMigration = {
  up: (db) => sql`alter table items add column label text`.execute(db).then(() => {}),
};
const indexItems: SchemaMigration = {
  isTransactional: false,
  up: (db) => createIndexConcurrently(db, 'items_code', 'items (code)'),
};

async function listIndexes(db: Db): Promise<Array<{ name: string; isValid: boolean }>> {
  const { rows } = await sql<{ name: string; isValid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid as is_valid
    from pg_index where indrelid = 'items'::regclass`.execute(db);
  return rows;
}

describe('on the schema of a newer release', () => {
  const olderMigrations = { '1-table': createTable };

  test('an older release starts if the newer migrations are compatible with it', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, { ...olderMigrations, '2-column': { ...addColumn, isCompatible: true } });
    expect(await migrateToLatest(client, olderMigrations)).toEqual([]);
    expect(await listNewerMigrations(client.db, Object.keys(olderMigrations))).toEqual(['2-column']);
  });

  test('an older release refuses to start if a newer migration is not compatible, and names it', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, { ...olderMigrations, '2-column': { ...addColumn, isCompatible: false } });
    const failure = await migrateToLatest(client, olderMigrations).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SchemaTooNew);
    expect(String(failure)).toContain('2-column');
  });

  test('an unknown migration without a record of its compatibility counts as not compatible', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, olderMigrations);
    await sql`alter table kysely_migration drop column is_compatible`.execute(client.db);
    expect(await migrateToLatest(client, olderMigrations)).toEqual([]);
    await sql`insert into kysely_migration values ('2-column', '')`.execute(client.db);
    await expect(migrateToLatest(client, olderMigrations)).rejects.toThrow(SchemaTooNew);
    // A newer release that migrates adds the `is_compatible` column again.
    const newerMigrations = { ...olderMigrations, '2-column': addColumn, '3-index': indexItems };
    expect(await migrateToLatest(client, newerMigrations)).toEqual(['3-index']);
    expect(await migrateToLatest(client, { ...olderMigrations, '2-column': addColumn })).toEqual([]);
  });
});

describe('a concurrent index build', () => {
  const migrations = { '1-table': createTable, '2-index': indexItems };

  test('runs outside a transaction, and can be repeated', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, migrations);
    // Simulate a process that ended before it recorded the migration.
    await sql`delete from kysely_migration where name = '2-index'`.execute(client.db);
    expect(await migrateToLatest(client, migrations)).toEqual(['2-index']);
    expect(await listIndexes(client.db)).toEqual([{ name: 'items_code', isValid: true }]);
  });

  serverTest('replaces the invalid index of an interrupted build', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, { '1-table': createTable });
    await sql`insert into items values (1), (1)`.execute(client.db);
    const interruptedBuild = sql`create unique index concurrently items_code on items (code)`.execute(
      client.db,
    );
    await expect(interruptedBuild).rejects.toThrow();
    expect(await listIndexes(client.db)).toEqual([{ name: 'items_code', isValid: false }]);
    expect(await migrateToLatest(client, migrations)).toEqual(['2-index']);
    expect(await listIndexes(client.db)).toEqual([{ name: 'items_code', isValid: true }]);
  });

  serverTest('is not blocked by other processes that wait for the migrations', async () => {
    const client = await openEmptyDatabase();
    await migrateToLatest(client, { '1-table': createTable });
    const building = Promise.withResolvers<void>();
    const slowIndex: SchemaMigration = {
      isTransactional: false,
      up: async (db) => {
        building.resolve();
        await sleep(500);
        await indexItems.up(db);
      },
    };
    const newerMigrations = { '1-table': createTable, '2-index': slowIndex };
    const first = migrateToLatest(client, newerMigrations);
    await building.promise;
    const others = [migrateToLatest(client, newerMigrations), migrateToLatest(client, newerMigrations)];
    expect(await first).toEqual(['2-index']);
    expect(await Promise.all(others)).toEqual([[], []]);
  });
});

serverTest('migrations have a connection of their own without a time limit', async () => {
  const client = await openEmptyDatabase();
  const readSettings = async <T>(db: Kysely<T>) => {
    const { rows } = await sql<{ limit: string; name: string }>`
      select current_setting('statement_timeout') as limit, current_setting('application_name') as name`.execute(
      db,
    );
    return rows[0];
  };
  const settingsSeen: unknown[] = [];
  const up = async <T>(db: Kysely<T>) => void settingsSeen.push(await readSettings(db));
  await migrateToLatest(client, { '1': { up }, '2': { up, isTransactional: false } });
  const expected = { limit: '0', name: 'everything-card migrations' };
  expect(settingsSeen).toEqual([expected, expected]);
  expect(await readSettings(client.db)).toEqual({ limit: '30s', name: 'everything-card' });
});

/** Counts the connections that wait for a lock on the table. */
async function countWaitingLocks(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_locks where relation = 'items'::regclass and not granted`.execute(db);
  return rows.length;
}

serverTest('a migration that waits for a table lets statements pass, and is applied later', async () => {
  const client = await openEmptyDatabase();
  await migrateToLatest(client, { '1-table': createTable });
  const [opened, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const longRead = client.db.transaction().execute(async (trx) => {
    await sql`select from items`.execute(trx);
    opened.resolve();
    await finish.promise;
  });
  await opened.promise;
  const migrating = migrateToLatest(client, { '1-table': createTable, '2-column': addColumn });
  await expect.poll(() => countWaitingLocks(client.db)).toBe(1);
  // If the migration waited for as long as the read, this statement would too, and reach its own time limit.
  await sql`select from items`.execute(client.db);
  finish.resolve();
  expect(await migrating).toEqual(['2-column']);
  await longRead;
});
