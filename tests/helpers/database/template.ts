import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { createDb, type DbClient } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { cachedFolder } from './cached-folder.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Hashes the files that define the database. */
async function contentHash(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for await (const file of glob(['db/**/*', 'tests/helpers/database/template.ts', 'package-lock.json'], {
    cwd: root,
  })) {
    if (/\.\w+$/.test(file)) files.push(file);
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}

async function prepare(client: DbClient): Promise<void> {
  await migrateToLatest(client);
  await sql`vacuum analyze`.execute(client.db);
}

/** Long enough for a busy machine to open a connection, which the product's limit may not be. */
export const CONNECT_TIMEOUT_MS = 60_000;
const OBJECT_IN_USE = '55006';

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements on the server's maintenance database. */
export async function onServer<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops the database, even if it has connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const drop = () => onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
  await drop().catch((error: unknown) => {
    // PostgreSQL waits only a few seconds for the connections that it ended.
    if (error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE) return drop();
    throw error;
  });
}

const TEMPLATE_LOCK = 0x7e57;

/**
 * Creates a template database if needed, only once even if called concurrently. The database gets its final
 * name when it is complete.
 */
async function ensureTemplate(
  serverUrl: string,
  name: string,
  original: string,
  fill: (database: DbClient) => Promise<void>,
): Promise<string> {
  await onServer(serverUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template ${original}`);
    const database = await createDb({ databaseUrl: databaseUrl(serverUrl, draft), poolSize: 2 });
    await fill(database).finally(() => database.close());
    await client.query(`alter database ${draft} with allow_connections false`);
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

/** Returns the name of the template database. */
export async function serverTemplate(serverUrl: string): Promise<string> {
  const name = `everything_card_template_${await contentHash()}`;
  return ensureTemplate(serverUrl, name, 'template1', prepare);
}

/** Returns the name of a copy of the template that is seeded too, because places take seconds to insert. */
export async function seededTemplate(serverUrl: string, template: string): Promise<string> {
  return ensureTemplate(serverUrl, `${template}_seeded`, template, async ({ db }) => {
    await seed(db);
    await sql`vacuum analyze`.execute(db);
  });
}

/** Returns a data folder with a migrated embedded database. Copy it; never open it. */
export async function embeddedTemplate(): Promise<string> {
  return cachedFolder('embedded', await contentHash(), async (folder) => {
    const database = await createDb({ dataDir: folder });
    await prepare(database).finally(() => database.close());
  });
}
