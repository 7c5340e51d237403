import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { createDb, type DbClient } from '#db/client.ts';
import { databaseUrl, embeddedTemplate, onServer } from './template.ts';

export interface TestDatabase {
  client: DbClient;
  /** Undefined where the database is the embedded one. */
  url: string | undefined;
  /** Closes the handle and removes the database. */
  drop(): Promise<void>;
}

/** What `testDb()` and `embeddedTestDb()` give: to be read inside tests and hooks, not destructured before. */
export interface TestDatabaseHandle {
  readonly db: DbClient['db'];
  readonly client: DbClient;
  readonly url: string | undefined;
}

async function createOnServer(server: { url: string; template: string }): Promise<TestDatabase> {
  const name = `everything_card_test_${randomBytes(6).toString('hex')}`;
  await onServer(server.url, (client) => client.query(`create database ${name} template ${server.template}`));
  const url = databaseUrl(server.url, name);
  const client = await createDb({ databaseUrl: url, poolSize: 20 });
  return {
    client,
    url,
    drop: async () => {
      await client.close();
      await onServer(server.url, (admin) => admin.query(`drop database ${name} with (force)`));
    },
  };
}

/** A database of the embedded kind, in a folder of its own. */
export async function createEmbeddedDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-embedded-'));
  await cp(await embeddedTemplate(), dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const client = await createDb({ dataDir });
  return {
    client,
    url: undefined,
    drop: async () => {
      await client.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A migrated database of one's own: on the real server where there is one, else embedded. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  return server ? createOnServer(server) : createEmbeddedDatabase();
}

function perFile(create: () => Promise<TestDatabase>): TestDatabaseHandle {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database?.drop());
  const opened = () => {
    if (!database) throw new Error('The test database exists inside tests and hooks only.');
    return database;
  };
  return {
    get client() {
      return opened().client;
    },
    get db() {
      return opened().client.db;
    },
    get url() {
      return opened().url;
    },
  };
}

/** A fresh migrated database for the test file (or the `describe`) that calls this, dropped after it. */
export function testDb(): TestDatabaseHandle {
  return perFile(createTestDatabase);
}

/** The same on the embedded database, for what must hold there as well. */
export function embeddedTestDb(): TestDatabaseHandle {
  return perFile(createEmbeddedDatabase);
}

/** Tests that need concurrent connections, which the embedded database has not: skipped, and reported, without a server. */
export const serverTest = test.skipIf(!inject('postgres'));
export const serverDescribe = describe.skipIf(!inject('postgres'));
