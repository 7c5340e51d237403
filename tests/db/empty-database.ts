import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDb, type DbLocation } from '#db/client.ts';
import { CONNECT_TIMEOUT_MS, databaseUrl, dropDatabase, onServer } from '#tests/helpers/database/template.ts';

/** A database without tables, as on the first start. */
export interface EmptyDatabase {
  location: DbLocation;
  remove(): Promise<void>;
}

async function createOnServer(server: string): Promise<EmptyDatabase> {
  const name = `everything_card_empty_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name}`));
  return {
    location: { databaseUrl: databaseUrl(server, name), poolSize: 4, connectTimeoutMs: CONNECT_TIMEOUT_MS },
    remove: () => dropDatabase(server, name),
  };
}

export async function emptyEmbedded(): Promise<EmptyDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-empty-'));
  return { location: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

/** Creates an empty database: on the PostgreSQL server if there is one, otherwise embedded. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgres');
  return server ? createOnServer(server.url) : emptyEmbedded();
}

export async function withDb<T>(
  { location }: EmptyDatabase,
  work: (client: Awaited<ReturnType<typeof createDb>>) => Promise<T>,
): Promise<T> {
  const client = await createDb(location);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
