import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createDb, type DbClient } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { findPostgres, type TestServer } from '#tests/helpers/database/postgres.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { readParent } from './processes.ts';

export interface BenchDatabase {
  url: string;
  client: DbClient;
  /** The pid of the PostgreSQL server's first process, or 0 if this machine has no such process. */
  processId: number;
  /** The PostgreSQL server's version and source. */
  description: string;
}

/** Connects to or starts the PostgreSQL server that `npm test` would use. Throws if there is none. */
export async function requirePostgres(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await findPostgres(process.env, settings);
  if ('reasons' in server) throw new Error(`This needs PostgreSQL: ${server.reasons.join('; ')}`);
  return server;
}

/**
 * Runs `work` with its own migrated and seeded database on a PostgreSQL server, then drops the database.
 * `settings` apply only if this starts the server.
 */
export function withDatabase<T>(
  work: (database: BenchDatabase) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  return withDatabaseUrl(async (url, description) => {
    const client = await createDb({ databaseUrl: url, poolSize: 4 });
    try {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(client.db);
      const processId = await readParent(rows[0]?.pid ?? 0);
      return await work({ url, client, processId, description });
    } finally {
      await client.close();
    }
  }, settings);
}

/** Like `withDatabase`, for work that opens its own connection. */
export async function withDatabaseUrl<T>(
  work: (url: string, description: string) => Promise<T>,
  settings: Record<string, string>,
): Promise<T> {
  const server = await requirePostgres(settings);
  const name = `everything_card_bench_${randomBytes(6).toString('hex')}`;
  try {
    await onServer(server.url, (admin) => admin.query(`create database ${name}`));
    const url = databaseUrl(server.url, name);
    try {
      const client = await createDb({ databaseUrl: url });
      await migrateToLatest(client);
      await seed(client.db);
      await client.close();
      return await work(url, server.description);
    } finally {
      await onServer(server.url, (admin) => admin.query(`drop database ${name} with (force)`));
    }
  } finally {
    await server.stop();
  }
}
