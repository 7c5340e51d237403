import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { migrateToLatest, pendingMigrations } from '#db/migrate.ts';
import { serverTest } from '#tests/helpers/database/database.ts';
import { type EmptyDatabase, emptyDatabase, emptyEmbedded, withDb } from './empty-database.ts';

// Creating an embedded database takes several seconds.
vi.setConfig({ testTimeout: 60_000 });

async function migrationNames(): Promise<string[]> {
  const files = await readdir(join(import.meta.dirname, '../../db/migrations'));
  return files.map((file) => file.replace(/\.ts$/, '')).sort();
}

async function removedAfterTest(made: Promise<EmptyDatabase>): Promise<EmptyDatabase> {
  const database = await made;
  onTestFinished(() => database.remove());
  return database;
}

/** Everything that migrations create, as text. */
async function shapeOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as part
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`.execute(db);
  return rows.map(({ part }) => part).sort();
}

describe('[architecture] migrations', () => {
  test('give both databases the same shape and do nothing the second time', async () => {
    const names = await migrationNames();
    const shapes: string[][] = [];
    for (const made of [emptyDatabase(), emptyEmbedded()]) {
      await withDb(await removedAfterTest(made), async ({ db }) => {
        expect(await pendingMigrations(db)).toEqual(names);
        expect(await migrateToLatest(db)).toEqual(names);
        expect(await pendingMigrations(db)).toEqual([]);
        expect(await migrateToLatest(db)).toEqual([]);
        shapes.push(await shapeOf(db));
      });
    }
    const [server = [], embedded] = shapes;
    expect(server.length).toBeGreaterThan(150);
    expect(embedded).toEqual(server);
  });

  test('lists the migrations that a database lacks', async () => {
    const names = await migrationNames();
    await withDb(await removedAfterTest(emptyDatabase()), async ({ db }) => {
      await migrateToLatest(db);
      const last = names.at(-1) ?? '';
      // As an older release left it.
      await sql`delete from kysely_migration where name = ${last}`.execute(db);
      expect(await pendingMigrations(db)).toEqual([last]);
    });
  });

  serverTest('run once if three processes start at the same time', async () => {
    const { location } = await removedAfterTest(emptyDatabase());
    const url = 'databaseUrl' in location ? location.databaseUrl : '';
    const script = join(import.meta.dirname, 'migrating-process.ts');
    const processes = [1, 2, 3].map(() => fork(script, [url]));
    await Promise.all(processes.map((child) => once(child, 'message')));
    const applied = processes.map((child) => once(child, 'message'));
    const ended = processes.map((child) => once(child, 'exit'));
    for (const child of processes) child.send('go');
    const lists = await Promise.all(applied.map(async (answer) => (await answer)[0]));
    expect(lists.sort((a, b) => b.length - a.length)).toEqual([await migrationNames(), [], []]);
    for (const end of ended) expect(await end).toEqual([0, null]);
  });
});
