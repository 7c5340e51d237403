import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { listPendingMigrations } from '#db/migration-list.ts';
import { serverTest } from '#tests/helpers/database/database.ts';
import { type EmptyDatabase, emptyDatabase, emptyEmbedded, withDb } from './empty-database.ts';

async function listMigrationNames(): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, '../../db/migrations'));
  return files.map((file) => file.replace(/\.ts$/, '')).sort();
}

async function removeAfterTest(databasePromise: Promise<EmptyDatabase>): Promise<EmptyDatabase> {
  const database = await databasePromise;
  onTestFinished(() => database.remove());
  return database;
}

/** Describes columns, indexes, constraints, and triggers as text. */
async function describeSchema(db: Db): Promise<string[]> {
  const { rows } = await sql<{ description: string }>`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as description
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`.execute(db);
  return rows.map(({ description }) => description).sort();
}

// These tests apply every migration several times, on two databases.
describe('[architecture] migrations', () => {
  test('give both databases the same schema, and change nothing when run again', async () => {
    const names = await listMigrationNames();
    const schemas: string[][] = [];
    for (const databasePromise of [emptyDatabase(), emptyEmbedded()]) {
      await withDb(await removeAfterTest(databasePromise), async ({ db, server }) => {
        expect(await listPendingMigrations(db)).toEqual(names);
        expect(await migrateToLatest({ db, server })).toEqual(names);
        expect(await listPendingMigrations(db)).toEqual([]);
        expect(await migrateToLatest({ db, server })).toEqual([]);
        schemas.push(await describeSchema(db));
      });
    }
    const [server = [], embedded] = schemas;
    expect(server.length).toBeGreaterThan(150);
    expect(embedded).toEqual(server);
  });

  test('lists the migrations that a database lacks', async () => {
    const names = await listMigrationNames();
    await withDb(await removeAfterTest(emptyDatabase()), async ({ db, server }) => {
      await migrateToLatest({ db, server });
      const last = names.at(-1) ?? '';
      // Simulate a database that an older release created.
      await sql`delete from kysely_migration where name = ${last}`.execute(db);
      expect(await listPendingMigrations(db)).toEqual([last]);
    });
  });

  serverTest('run once if three processes start at the same time', async () => {
    const { location } = await removeAfterTest(emptyDatabase());
    const url = 'databaseUrl' in location ? location.databaseUrl : '';
    const script = join(import.meta.dirname, 'migrating-process.ts');
    const processes = [1, 2, 3].map(() => fork(script, [url]));
    await Promise.all(processes.map((child) => once(child, 'message')));
    const appliedMessages = processes.map((child) => once(child, 'message'));
    const exits = processes.map((child) => once(child, 'exit'));
    for (const child of processes) child.send('go');
    const appliedMigrations = await Promise.all(appliedMessages.map(async (message) => (await message)[0]));
    expect(appliedMigrations.sort((a, b) => b.length - a.length)).toEqual([
      await listMigrationNames(),
      [],
      [],
    ]);
    for (const end of exits) expect(await end).toEqual([0, null]);
  });
});
