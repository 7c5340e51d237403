import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTransaction, type Trx } from '#db/client.ts';
import { serverDescribe, testDb } from '#tests/helpers/database/database.ts';

/** Creates a barrier. The first two callers wait for each other; later callers don't wait. */
function createBarrier(): () => Promise<void> {
  const allArrived = Promise.withResolvers<void>();
  let arrivalCount = 0;
  return () => {
    arrivalCount += 1;
    if (arrivalCount === 2) allArrived.resolve();
    return allArrived.promise;
  };
}

// Real conflicts need concurrent connections, which the embedded database doesn't have.
serverDescribe('[STACK data] conflicting transactions', () => {
  const database = testDb();
  const read = async (trx: Trx, key: string) => {
    const row = await trx
      .selectFrom('rateLimits')
      .select('hits')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    return row.hits;
  };
  const set = (trx: Trx, key: string, hits: number) =>
    trx.updateTable('rateLimits').set({ hits }).where('key', '=', key).execute();

  beforeEach(async () => {
    await database.db.deleteFrom('rateLimits').execute();
    const rows = ['a', 'b'].map((key) => ({ key, windowStart: new Date(0), hits: 0 }));
    await database.db.insertInto('rateLimits').values(rows).execute();
  });

  test('when two transactions update the same row, one retries, both succeed, and no update is lost', async () => {
    const waitForBoth = createBarrier();
    let attempts = 0;
    const effect = vi.fn();
    const increment = () =>
      inTransaction(database.db, async (trx, afterCommit) => {
        attempts += 1;
        afterCommit(effect);
        await sql`set transaction isolation level repeatable read`.execute(trx);
        const valueBefore = await read(trx, 'a');
        await waitForBoth();
        await set(trx, 'a', valueBefore + 1);
      });
    await Promise.all([increment(), increment()]);
    expect(await inTransaction(database.db, (trx) => read(trx, 'a'))).toBe(2);
    expect(attempts).toBe(3);
    expect(effect).toHaveBeenCalledTimes(2);
  });

  test('a deadlock is resolved, and each transaction’s changes apply exactly once', async () => {
    const waitForBoth = createBarrier();
    let attempts = 0;
    const effect = vi.fn();
    const increment = (trx: Trx, key: string) =>
      sql`update rate_limits set hits = hits + 1 where key = ${key}`.execute(trx);
    const lockBoth = (first: string, second: string) =>
      inTransaction(database.db, async (trx, afterCommit) => {
        attempts += 1;
        afterCommit(effect);
        await sql`set local deadlock_timeout = '50ms'`.execute(trx);
        await increment(trx, first);
        await waitForBoth();
        await increment(trx, second);
      });
    await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
    const values = await database.db.selectFrom('rateLimits').select('hits').execute();
    expect(values).toEqual([{ hits: 2 }, { hits: 2 }]);
    // PostgreSQL may abort both transactions before one succeeds.
    expect(attempts).toBeGreaterThan(2);
    expect(effect).toHaveBeenCalledTimes(2);
  });
});
