import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { type Db, inTransaction, isUniqueViolation, type Trx } from '#db/client.ts';
import { BOTH_DATABASES } from './both-databases.ts';

const note = (key: string) => ({ key, value: 'x', isPublic: false });
const write = (db: Db | Trx, key: string) => db.insertInto('settings').values(note(key)).execute();

async function written(db: Db, prefix: string): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('key').where('key', 'like', `${prefix}%`).execute();
  return rows.map(({ key }) => key).sort();
}

/** Raises the PostgreSQL error with this code, such as a serialization failure. */
const fail = (trx: Trx, state: string) =>
  sql.raw(`do $$ begin raise exception 'again' using errcode = '${state}'; end $$`).execute(trx);

describe.each(BOTH_DATABASES)('[architecture] on $name', ({ open }) => {
  const database = open();

  test('an error rolls everything back, and its effects never run', async () => {
    const effect = vi.fn();
    const failing = inTransaction(database.db, async (trx, afterCommit) => {
      afterCommit(effect);
      await write(trx, 'undone');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await written(database.db, 'undone')).toEqual([]);
    expect(effect).not.toHaveBeenCalled();
  });

  test('effects run once each, in order, after the commit, and may write', async () => {
    const seen: string[][] = [];
    const answer = await inTransaction(database.db, async (trx, afterCommit) => {
      for (const effect of ['done-b', 'done-c']) {
        afterCommit(async () => {
          await write(database.db, effect);
          seen.push(await written(database.db, 'done'));
        });
      }
      await write(trx, 'done-a');
      return 42;
    });
    expect(answer).toBe(42);
    expect(seen).toEqual([
      ['done-a', 'done-b'],
      ['done-a', 'done-b', 'done-c'],
    ]);
  });

  test.each([
    ['a statement', (db: Db) => written(db, '')],
    ['raw SQL', (db: Db) => sql`select 1`.execute(db)],
    ['a second transaction', (db: Db) => inTransaction(db, (trx) => write(trx, 'guard-inner'))],
  ])('%s on the plain handle inside a transaction throws at once', async (_kind, use) => {
    const began = performance.now();
    const mixing = inTransaction(database.db, async (trx) => {
      await write(trx, 'guard');
      await use(database.db);
    });
    await expect(mixing).rejects.toThrow(/inside a transaction/);
    // Without the guard, this would hang on one database and read stale rows on the other.
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await written(database.db, 'guard')).toEqual([]);
  });

  test('the plain handle works while another caller’s transaction is open', async () => {
    const [opened, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const other = inTransaction(database.db, async (trx) => {
      await write(trx, 'beside-trx');
      opened.resolve();
      await finish.promise;
    });
    await opened.promise;
    const beside = write(database.db, 'beside-plain');
    finish.resolve();
    await Promise.all([other, beside]);
    expect(await written(database.db, 'beside')).toEqual(['beside-plain', 'beside-trx']);
  });

  test.each(['40001', '40P01'])('on %s the whole work is repeated, its effects are not', async (state) => {
    let attempts = 0;
    const effects: number[] = [];
    await inTransaction(database.db, async (trx, afterCommit) => {
      attempts += 1;
      const attempt = attempts;
      afterCommit(() => void effects.push(attempt));
      await write(trx, `again-${state}-${attempt}`);
      if (attempt < 3) await fail(trx, state);
    });
    expect(attempts).toBe(3);
    expect(effects).toEqual([3]);
    expect(await written(database.db, `again-${state}`)).toEqual([`again-${state}-3`]);
  });

  test('other errors are not retried, and retries are limited', async () => {
    const attempts = { division: 0, conflict: 0 };
    const dividing = inTransaction(database.db, async (trx) => {
      attempts.division += 1;
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(dividing).rejects.toMatchObject({ code: '22012' });
    const conflicting = inTransaction(database.db, async (trx) => {
      attempts.conflict += 1;
      await fail(trx, '40001');
    });
    await expect(conflicting).rejects.toMatchObject({ code: '40001' });
    expect(attempts).toEqual({ division: 1, conflict: 5 });
  });

  test('a failing effect repeats nothing: the commit stands and the other effects run', async () => {
    let attempts = 0;
    const other = vi.fn();
    const running = inTransaction(database.db, async (trx, afterCommit) => {
      attempts += 1;
      await write(trx, `effect-${attempts}`);
      afterCommit(() => Promise.reject(Object.assign(new Error('from another database'), { code: '40001' })));
      afterCommit(other);
    });
    await expect(running).rejects.toThrow('from another database');
    expect(await written(database.db, 'effect')).toEqual(['effect-1']);
    expect(attempts).toBe(1);
    expect(other).toHaveBeenCalledOnce();
  });

  test('a transaction that swallows a failed statement is not reported as committed', async () => {
    const effect = vi.fn();
    const hiding = inTransaction(database.db, async (trx, afterCommit) => {
      await write(trx, 'hidden');
      await sql`select 1 / 0`.execute(trx).catch(() => {});
      afterCommit(effect);
    });
    await expect(hiding).rejects.toThrow();
    expect(await written(database.db, 'hidden')).toEqual([]);
    expect(effect).not.toHaveBeenCalled();
  });

  test('a unique violation names its constraint', async () => {
    await write(database.db, 'twice');
    const error: unknown = await write(database.db, 'twice').catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'settings_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'accounts_email')).toBe(false);
    const other: unknown = await sql`select 1 / 0`.execute(database.db).catch((reason: unknown) => reason);
    expect(isUniqueViolation(other)).toBe(false);
  });

  test('an update returns the number of changed rows', async () => {
    for (const key of ['count-1', 'count-2', 'count-3']) await write(database.db, key);
    const counted = database.db.updateTable('settings').set({ value: 'y' }).where('key', 'like', 'count-%');
    expect(await counted.executeTakeFirst()).toMatchObject({ numUpdatedRows: 3n });
    const removed = database.db.deleteFrom('settings').where('key', 'in', ['count-1', 'nobody']);
    expect(await removed.executeTakeFirst()).toMatchObject({ numDeletedRows: 1n });
  });
});
