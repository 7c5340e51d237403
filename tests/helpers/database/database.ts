import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { createDb, type DbClient } from '#db/client.ts';
import { seed } from '#db/seed/seed.ts';
import {
  CONNECT_TIMEOUT_MS,
  databaseUrl,
  dropDatabase,
  embeddedTemplate,
  onServer,
  seededTemplate,
} from './template.ts';

export interface TestDatabase {
  client: DbClient;
  /** Undefined for the embedded database. */
  url: string | undefined;
  drop(): Promise<void>;
}

/** Read the properties inside tests and hooks; destructuring earlier throws. */
export interface TestDatabaseHandle {
  readonly db: DbClient['db'];
  readonly client: DbClient;
  readonly url: string | undefined;
}

/** Also has the rows that every installation has: plans, settings, texts, and places. */
export interface SeededTestDatabaseHandle extends TestDatabaseHandle {
  readonly isSeeded: true;
}

async function createOnServer(server: { url: string }, template: string): Promise<TestDatabase> {
  const name = `everything_card_test_${randomBytes(6).toString('hex')}`;
  // Copying files is faster than the default strategy, which writes each page to the write-ahead log.
  const statement = `create database ${name} template ${template} strategy file_copy`;
  await onServer(server.url, (client) => client.query(statement));
  const url = databaseUrl(server.url, name);
  const client = await createDb({ databaseUrl: url, poolSize: 20, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return {
    client,
    url,
    drop: async () => {
      await client.close();
      await dropDatabase(server.url, name);
    },
  };
}

/** Creates an embedded database in its own folder. */
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

/** Creates a migrated database: on the PostgreSQL server if there is one, otherwise embedded. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  return server ? createOnServer(server, server.template) : createEmbeddedDatabase();
}

async function createSeededDatabase(): Promise<TestDatabase> {
  const server = inject('postgres');
  if (server) return createOnServer(server, await seededTemplate(server.url, server.template));
  const database = await createEmbeddedDatabase();
  await seed(database.client.db);
  return database;
}

function provideDatabasePerFile(create: () => Promise<TestDatabase>): TestDatabaseHandle {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database?.drop());
  const requireOpen = () => {
    if (!database) throw new Error('The test database is available only inside tests and hooks.');
    return database;
  };
  return {
    get client() {
      return requireOpen().client;
    },
    get db() {
      return requireOpen().client.db;
    },
    get url() {
      return requireOpen().url;
    },
  };
}

/** Creates a migrated database for the calling test file or `describe`, and drops it afterward. */
export function testDb(): TestDatabaseHandle {
  return provideDatabasePerFile(createTestDatabase);
}

/** Like `testDb`, but seeded. */
export function seededTestDb(): SeededTestDatabaseHandle {
  return Object.assign(provideDatabasePerFile(createSeededDatabase), { isSeeded: true } as const);
}

/** Like `testDb`, but always uses the embedded database, for rules that must also hold there. */
export function embeddedTestDb(): TestDatabaseHandle {
  return provideDatabasePerFile(createEmbeddedDatabase);
}

/**
 * Use these for tests that need concurrent connections. They are skipped if there is no PostgreSQL server.
 */
export const serverTest = test.skipIf(!inject('postgres'));
export const serverDescribe = describe.skipIf(!inject('postgres'));
