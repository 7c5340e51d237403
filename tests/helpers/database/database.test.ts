import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { createTestDatabase, embeddedTestDb, serverTest, testDb } from './database.ts';

async function insertAccount(db: Db, email: string): Promise<void> {
  await db
    .insertInto('accounts')
    .values({ id: randomUUID(), email, firstname: 'A', lastname: 'B', zip: '1', passwordHash: '-' })
    .execute();
}

async function listEmails(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('accounts').select('email').execute();
  return rows.map(({ email }) => email);
}

describe('the database of a test file', () => {
  const database = testDb();

  test('is migrated, has no accounts, and stores rows', async () => {
    expect(await listEmails(database.db)).toEqual([]);
    await insertAccount(database.db, 'one@example.com');
    expect(await listEmails(database.db)).toEqual(['one@example.com']);
  });

  test('is separate from other databases, which don’t see its rows', async () => {
    const otherDatabase = await createTestDatabase();
    expect(await listEmails(otherDatabase.client.db)).toEqual([]);
    await otherDatabase.drop();
  });

  test('runs on the available server', () => {
    expect(database.client.server !== undefined).toBe(inject('postgres') !== undefined);
    expect(database.url === undefined).toBe(!inject('postgres'));
  });

  serverTest('can run several transactions at the same time', async () => {
    const bothArrived = Promise.withResolvers<void>();
    let arrivalCount = 0;
    const arrive = async () => {
      arrivalCount += 1;
      if (arrivalCount === 2) bothArrived.resolve();
      await bothArrived.promise;
    };
    await Promise.all([database.db.transaction().execute(arrive), database.db.transaction().execute(arrive)]);
    expect(arrivalCount).toBe(2);
  });
});

describe('the embedded database of a test file', () => {
  const database = embeddedTestDb();

  test('is migrated and embedded', async () => {
    expect(database.client.server).toBeUndefined();
    await insertAccount(database.db, 'two@example.com');
    expect(await listEmails(database.db)).toEqual(['two@example.com']);
  });
});
