import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Db } from '#db/client.ts';
import { createReader, type Reader } from '#db/reader.ts';
import {
  createTestDatabase,
  serverDescribe,
  serverTest,
  type TestDatabase,
  testDb,
} from '#tests/helpers/database/database.ts';
import { type Meter, metered } from '#tests/helpers/database/metered-db.ts';

// Both databases are on one server, so the second one acts as a replica without lag.
const database = testDb();
let replicaDatabase: TestDatabase;
let replica: Meter;
let writer: Meter;
let now: number;
let reader: Reader;
const log = { warn: vi.fn(), info: vi.fn() };

beforeAll(async () => {
  replicaDatabase = await createTestDatabase();
});
afterAll(() => replicaDatabase?.drop());
beforeEach(() => {
  vi.clearAllMocks();
  replica = metered(replicaDatabase.client.db);
  writer = metered(database.db);
  now = 0;
  reader = createReader({ writer: writer.db, replica: replica.db, log, clock: () => now });
});

const nameOf = (db: Db) => (db === replica.db ? 'replica' : 'writer');
const readFrom = async (db: Db) => {
  await sql`select 1`.execute(db);
  return nameOf(db);
};

serverDescribe('[architecture] a read', () => {
  serverTest('goes to the writer until the replica is known to be current', async () => {
    expect(await reader.read('verification', readFrom)).toBe('writer');
    expect(await reader.measureLag()).toBe(0);
    expect(await reader.read('verification', readFrom)).toBe('replica');
  });

  serverTest('goes to the writer if the replica may be further behind than allowed', async () => {
    await reader.measureLag();
    for (const [milliseconds, verification, search] of [
      [1_900, 'replica', 'replica'],
      [2_100, 'writer', 'replica'],
      [9_900, 'writer', 'replica'],
      [10_100, 'writer', 'writer'],
    ] as const) {
      now = milliseconds;
      expect([nameOf(reader.choose('verification')), nameOf(reader.choose('search'))]).toEqual([
        verification,
        search,
      ]);
    }
  });

  serverTest('moves to the writer if the replica fails, and back when it answers again', async () => {
    await reader.measureLag();
    replica.failAfter(0);
    expect(await reader.read('search', readFrom)).toBe('writer');
    const { statements } = replica;
    expect(await reader.read('search', readFrom)).toBe('writer');
    expect(replica.statements).toBe(statements);
    now += 1_000;
    expect(await reader.measureLag()).toBe(Number.POSITIVE_INFINITY);
    expect(log.warn).toHaveBeenCalledTimes(1);
    replica.reset();
    now += 1_000;
    expect(await reader.measureLag()).toBe(0);
    expect(log.info).toHaveBeenCalledTimes(1);
    expect(await reader.read('search', readFrom)).toBe('replica');
  });

  serverTest('stays on the replica for a while if only the writer fails', async () => {
    await reader.measureLag();
    writer.failAfter(0);
    now = 1_500;
    expect(await reader.read('verification', readFrom)).toBe('replica');
  });

  serverTest('is repeated on the writer if the replica has no such row', async () => {
    await reader.measureLag();
    const queriedNames: string[] = [];
    const find = async (db: Db) => {
      queriedNames.push(nameOf(db));
      return db === writer.db ? 'row' : null;
    };
    expect(await reader.find('verification', find)).toBe('row');
    expect(queriedNames).toEqual(['replica', 'writer']);
  });

  serverTest('that is wrong is not repeated', async () => {
    await reader.measureLag();
    const failingQuery = vi.fn((db: Db) => sql`select 1 / 0`.execute(db));
    await expect(reader.read('search', failingQuery)).rejects.toThrow('division by zero');
    expect(failingQuery).toHaveBeenCalledTimes(1);
  });
});
