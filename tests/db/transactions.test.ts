import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { type Db, inTransaction, isUniqueViolation, type Trx } from '#db/client.ts';
import { BOTH_DATABASES } from './both-databases.ts';

const note = (key: string) => ({ key, value: 'x', isPublic: false });
const insertRow = (db: Db | Trx, key: string) => db.insertInto('settings').values(note(key)).execute();

async function listKeys(db: Db, prefix: string): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'like', `${prefix}%`).execute();
  return rows.map(({ key }) => key).sort();
}

/** Raises the PostgreSQL error with this code, such as a serialization failure. */
const fail = (trx: Trx, state: string) =>
  sql.raw(`do $$ begin raise exception 'again' using errcode = '${state}'; end $$`).execute(trx);

describe.each(BOTH_DATABASES)('[architecture] transactions on $name', ({ open }) => {
  const database = open();

  test('an error rolls back every change and skips the afterCommit effects', async () => {
    const effect = vi.fn();
    const failingTransaction = inTransaction(database.db, async (trx, afterCommit) => {
      afterCommit(effect);
      await insertRow(trx, 'undone');
      throw new Error('changed my mind');
    });
    await expect(failingTransaction).rejects.toThrow('changed my mind');
    expect(await listKeys(database.db, 'undone')).toEqual([]);
    expect(effect).not.toHaveBeenCalled();
  });

  test('effects run once each and in order after the commit, and can write to the database', async () => {
    const keysAtEffect: string[][] = [];
    const result = await inTransaction(database.db, async (trx, afterCommit) => {
      for (const effect of ['done-b', 'done-c']) {
        afterCommit(async () => {
          await insertRow(database.db, effect);
          keysAtEffect.push(await listKeys(database.db, 'done'));
        });
      }
      await insertRow(trx, 'done-a');
      return 42;
    });
    expect(result).toBe(42);
    expect(keysAtEffect).toEqual([
      ['done-a', 'done-b'],
      ['done-a', 'done-b', 'done-c'],
    ]);
  });

  test.each([
    ['running a statement', (db: Db) => listKeys(db, '')],
    ['running raw SQL', (db: Db) => sql`select 1`.execute(db)],
    ['opening a second transaction', (db: Db) => inTransaction(db, (trx) => insertRow(trx, 'guard-inner'))],
  ])('%s on the plain handle inside a transaction throws immediately', async (_kind, use) => {
    const transaction = inTransaction(database.db, async (trx) => {
      await insertRow(trx, 'guard');
      await use(database.db);
    });
    // Without the guard, this would hang on one database and read stale rows on the other.
    await expect(transaction).rejects.toThrow(/inside a transaction/);
    expect(await listKeys(database.db, 'guard')).toEqual([]);
  });

  test('the plain handle works while another caller’s transaction is open', async () => {
    const [opened, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const otherTransaction = inTransaction(database.db, async (trx) => {
      await insertRow(trx, 'beside-trx');
      opened.resolve();
      await finish.promise;
    });
    await opened.promise;
    const concurrentWrite = insertRow(database.db, 'beside-plain');
    finish.resolve();
    await Promise.all([otherTransaction, concurrentWrite]);
    expect(await listKeys(database.db, 'beside')).toEqual(['beside-plain', 'beside-trx']);
  });

  test.each(['40001', '40P01'])(
    'error %s repeats the whole transaction, but runs its effects only once',
    async (state) => {
      let attempts = 0;
      const effects: number[] = [];
      await inTransaction(database.db, async (trx, afterCommit) => {
        attempts += 1;
        const attempt = attempts;
        afterCommit(() => void effects.push(attempt));
        await insertRow(trx, `again-${state}-${attempt}`);
        if (attempt < 3) await fail(trx, state);
      });
      expect(attempts).toBe(3);
      expect(effects).toEqual([3]);
      expect(await listKeys(database.db, `again-${state}`)).toEqual([`again-${state}-3`]);
    },
  );

  test('other errors are not retried, and the number of retries is limited', async () => {
    const attempts = { division: 0, conflict: 0 };
    const failingTransaction = inTransaction(database.db, async (trx) => {
      attempts.division += 1;
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failingTransaction).rejects.toMatchObject({ code: '22012' });
    const conflicting = inTransaction(database.db, async (trx) => {
      attempts.conflict += 1;
      await fail(trx, '40001');
    });
    await expect(conflicting).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toEqual({ division: 1, conflict: 5 });
  });

  test('a failing effect doesn’t repeat or undo the transaction, and the other effects still run', async () => {
    let attempts = 0;
    const otherEffect = vi.fn();
    const transaction = inTransaction(database.db, async (trx, afterCommit) => {
      attempts += 1;
      await insertRow(trx, `effect-${attempts}`);
      afterCommit(() => Promise.reject(Object.assign(new Error('from another database'), { code: '40001' })));
      afterCommit(otherEffect);
    });
    await expect(transaction).rejects.toThrow('from another database');
    expect(await listKeys(database.db, 'effect')).toEqual(['effect-1']);
    expect(attempts).toBe(1);
    expect(otherEffect).toHaveBeenCalledOnce();
  });

  test('a transaction that swallows a failed statement’s error still fails', async () => {
    const effect = vi.fn();
    const failingTransaction = inTransaction(database.db, async (trx, afterCommit) => {
      await insertRow(trx, 'hidden');
      await sql`select 1 / 0`.execute(trx).catch(() => {});
      afterCommit(effect);
    });
    await expect(failingTransaction).rejects.toThrow();
    expect(await listKeys(database.db, 'hidden')).toEqual([]);
    expect(effect).not.toHaveBeenCalled();
  });

  test('a unique violation names its constraint', async () => {
    await insertRow(database.db, 'twice');
    const error: unknown = await insertRow(database.db, 'twice').catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'settings_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'accounts_email')).toBe(false);
    const otherError: unknown = await sql`select 1 / 0`
      .execute(database.db)
      .catch((reason: unknown) => reason);
    expect(isUniqueViolation(otherError)).toBe(false);
  });

  test('an update returns the number of changed rows', async () => {
    for (const key of ['count-1', 'count-2', 'count-3']) await insertRow(database.db, key);
    const counted = database.db.updateTable('settings').set({ value: 'y' }).where('key', 'like', 'count-%');
    expect(await counted.executeTakeFirst()).toMatchObject({ numUpdatedRows: 3n });
    const deletion = database.db.deleteFrom('settings').where('key', 'in', ['count-1', 'nobody']);
    expect(await deletion.executeTakeFirst()).toMatchObject({ numDeletedRows: 1n });
  });
});
