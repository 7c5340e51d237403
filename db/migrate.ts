import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { createDb, type Db, type DbClient, getSqlState, inTransaction } from './client.ts';
import {
  listMigrationNames,
  listNewerMigrations,
  listPendingMigrations,
  loadMigrations,
  type SchemaMigration,
} from './migration-list.ts';
import { asOwner } from './pool.ts';

/** The lock of Kysely's own migrator, which older releases use. */
const LOCK_ID = '3853314791062309107';
const LOCK_POLL_MS = 200;
/** While a migration waits for a table, every later statement on that table waits behind it. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TIMEOUT_STATE = '55P03';
const MAX_LOCK_TIMEOUTS = 30;
const PAUSE_MS = 1_000;

/**
 * Applies missing migrations in order and returns their names. If several processes start at once, one
 * migrates while the others wait. Throws `SchemaTooNew` if this release can't run on the database.
 */
export async function migrateToLatest(
  client: Pick<DbClient, 'db' | 'server'>,
  migrations?: Record<string, SchemaMigration>,
): Promise<string[]> {
  const names = migrations ? Object.keys(migrations).sort() : await listMigrationNames();
  await listNewerMigrations(client.db, names);
  if ((await listPendingMigrations(client.db, names)).length === 0) return [];
  return withMigrationDb(client, async (db) => {
    const apply = async () => applyPending(db, names, migrations ?? (await loadMigrations()));
    if (!client.server) return apply();
    do {
      const appliedNames = await tryWithLock(db, apply);
      if (appliedNames) return appliedNames;
      await sleep(LOCK_POLL_MS);
    } while ((await listPendingMigrations(db, names)).length > 0);
    return [];
  });
}

/**
 * Connects past a pooler, and without the usual time limit. The embedded database has only one connection,
 * and no limit.
 */
async function withMigrationDb<T>(
  { db, server }: Pick<DbClient, 'db' | 'server'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (!server) return work(db);
  const client = await createDb({
    ...asOwner(server),
    // One for the lock, one for the migrations.
    poolSize: 2,
    applicationName: 'everything-card migrations',
    statementTimeoutMs: 0,
  });
  try {
    return await work(client.db);
  } finally {
    await client.close();
  }
}

/**
 * Runs `work` under the lock, or returns undefined if another process has the lock. An idle transaction holds
 * the lock, because a pooler may give every transaction another session. Concurrent index builds wait for all
 * older snapshots, so this transaction must not keep one. That is why it doesn't wait for the lock, and why
 * its statements have no parameters: after a statement with parameters, the snapshot would stay until the
 * next statement.
 */
function tryWithLock<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  const transaction = db.transaction().setIsolationLevel('read committed');
  return transaction.execute(async (lock) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK_ID)}::int8) as is_locked`.execute(lock);
    return rows[0]?.isLocked ? work() : undefined;
  });
}

async function applyPending(
  db: Db,
  names: readonly string[],
  migrations: Record<string, SchemaMigration>,
): Promise<string[]> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  await sql`create table if not exists ${table} (
    name varchar(255) primary key,
    timestamp varchar(255) not null
  )`.execute(db);
  await sql`alter table ${table} add column if not exists is_compatible boolean not null default true`.execute(
    db,
  );
  const pending = await listPendingMigrations(db, names);
  for (const name of pending) {
    const migration = migrations[name];
    if (!migration) throw new Error(`There is no migration ${name}`);
    try {
      await applyMigration(db, name, migration);
    } catch (cause) {
      throw new Error(`Migration ${name} failed`, { cause });
    }
  }
  return pending;
}

async function applyMigration(db: Db, name: string, migration: SchemaMigration): Promise<void> {
  if (migration.isTransactional === false) {
    await migration.up(db);
    await record(db, name, migration);
    return;
  }
  for (let timeouts = 0; ; timeouts++) {
    try {
      return await inTransaction(db, async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx);
        // A pooler may have set a limit.
        await sql`set local statement_timeout = 0`.execute(trx);
        await migration.up(trx);
        await record(trx, name, migration);
      });
    } catch (error) {
      if (getSqlState(error) !== LOCK_TIMEOUT_STATE || timeouts >= MAX_LOCK_TIMEOUTS) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

async function record(db: Db, name: string, { isCompatible = true }: SchemaMigration): Promise<void> {
  await sql`
    insert into ${sql.table(DEFAULT_MIGRATION_TABLE)} (name, timestamp, is_compatible)
    values (${name}, ${new Date().toISOString()}, ${isCompatible})`.execute(db);
}
