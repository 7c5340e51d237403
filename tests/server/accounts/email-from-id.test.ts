import { describe, expect, test } from 'vitest';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

describe('accounts.emailFromId', () => {
  test('[D6] returns the full email address to the account and to staff, and a masked one to others', async () => {
    const account = await makeAccount(database.db, { email: 'maria@example.com' });
    const readEmail = async (accountType: number | null) => {
      const reader = accountType === null ? null : await makeAccount(database.db, { accountType });
      return app.caller(reader).accounts.emailFromId({ id: account.id });
    };
    expect(await app.caller(account).accounts.emailFromId({ id: account.id })).toBe('maria@example.com');
    expect(await readEmail(10)).toBe('maria@example.com');
    expect(await readEmail(42)).toBe('maria@example.com');
    for (const type of [null, 0, 1, 2, 3]) expect(await readEmail(type)).toBe('m•••@example.com');
  });

  test('[D6] accepts an account id in uppercase', async () => {
    const account = await makeAccount(database.db);
    const id = account.id.toUpperCase();
    expect(await app.caller(account).accounts.emailFromId({ id })).toBe(account.email);
  });

  test.each([
    'nobody',
    '',
    'x'.repeat(101),
    '00000000-0000-4000-8000-000000000000',
    "'; drop table accounts; --",
  ])('[D6] returns null for the unknown id %j', async (id) => {
    expect(await app.caller().accounts.emailFromId({ id })).toBeNull();
  });

  test('[D24] returns nothing for the house account', async () => {
    await ensureHouseAccount(database.db);
    const { id } = await database.db
      .selectFrom('accounts')
      .select('id')
      .where('isHouse', '=', true)
      .executeTakeFirstOrThrow();
    const staff = await makeAccount(database.db, { accountType: 10 });
    expect(await app.caller(staff).accounts.emailFromId({ id })).toBeNull();
  });
});
