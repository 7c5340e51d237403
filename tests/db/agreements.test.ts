import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { BOTH_DATABASES } from './both-databases.ts';

describe.each(BOTH_DATABASES)('[D52] an agreement, on $name', ({ open }) => {
  const database = open();
  const id = newId();

  beforeAll(async () => {
    const account = await makeAccount(database.db);
    await database.db
      .insertInto('agreements')
      .values({
        id,
        accountId: account.id,
        contractType: 'MEMBER',
        contractVersion: 1,
        ip: '10.0.0.1',
        agreedAt: new Date('2026-11-21T12:00:00Z'),
      })
      .execute();
  });

  const listAgreements = () =>
    database.db.selectFrom('agreements').select(['id', 'contractVersion']).execute();

  test.each([
    ['changed', () => sql`update agreements set contract_version = 2`.execute(database.db)],
    ['removed', () => database.db.deleteFrom('agreements').where('id', '=', id).execute()],
    ['removed by deleting its account', () => database.db.deleteFrom('accounts').execute()],
  ])('cannot be %s', async (_change, attempt) => {
    await expect(attempt()).rejects.toThrow(/agreement/);
    expect(await listAgreements()).toEqual([{ id, contractVersion: 1 }]);
  });
});
