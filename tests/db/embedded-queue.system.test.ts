import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { embeddedTestDb } from '#tests/helpers/database/database.ts';

// The embedded database has one session, so any statement during an open transaction would join it.
describe('[architecture] the embedded database', () => {
  const database = embeddedTestDb();
  const row = (key: string) => ({ key, value: 'x', isPublic: false });
  const insertRow = (key: string) => database.db.insertInto('settings').values(row(key)).execute();
  const listKeys = async () =>
    (await database.db.selectFrom('settings').select('key').execute()).map(({ key }) => key).sort();

  /** Inserts three rows with pauses between them. Transactions with odd numbers are rolled back. */
  async function runTransaction(n: number): Promise<void> {
    await inTransaction(database.db, async (trx) => {
      for (const part of ['a', 'b', 'c']) {
        await trx
          .insertInto('settings')
          .values(row(`trx-${n}-${part}`))
          .execute();
        await sleep(n % 4);
        // Look for rows of other odd transactions. They are rolled back, so only a leak could show one.
        const { rows } = await sql<{ key: string }>`
          select key from settings where key like 'trx-%' and split_part(key, '-', 2)::int % 2 = 1
            and split_part(key, '-', 2)::int <> ${n}`.execute(trx);
        expect(rows).toEqual([]);
      }
      if (n % 2 === 1) throw new Error('undone');
    }).catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'undone')) throw error;
    });
  }

  test('keeps concurrent statements out of an open transaction, so a rollback doesn’t undo them', async () => {
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(
      numbers.flatMap((n) => [
        runTransaction(n),
        insertRow(`plain-${n}`),
        sleep(n * 2).then(() => insertRow(`late-${n}`)),
      ]),
    );
    const expectedKeys = numbers.flatMap((n) => [
      `plain-${n}`,
      `late-${n}`,
      ...(n % 2 === 0 ? ['a', 'b', 'c'].map((part) => `trx-${n}-${part}`) : []),
    ]);
    expect(await listKeys()).toEqual(expectedKeys.sort());
  });

  test('makes the job queue’s statements wait until an open transaction ends', async () => {
    const { embedded } = database.client;
    if (!embedded) throw new Error('not embedded');
    const order: string[] = [];
    const transactionOpened = Promise.withResolvers<void>();
    const rolledBack = inTransaction(database.db, async (trx) => {
      await trx.insertInto('settings').values(row('queue-undone')).execute();
      transactionOpened.resolve();
      await sleep(100);
      order.push('the transaction ends');
      throw new Error('undone');
    });
    await transactionOpened.promise;
    const statements = ['query', 'exec'] as const;
    const ownStatements = statements.map(async (kind) => {
      await embedded[kind](`insert into settings values ('queue-${kind}', 'x', false)`);
      order.push('the queue has written');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    await Promise.all(ownStatements);
    expect(order).toEqual(['the transaction ends', 'the queue has written', 'the queue has written']);
    expect((await listKeys()).filter((key) => key.startsWith('queue'))).toEqual([
      'queue-exec',
      'queue-query',
    ]);
  });

  test('makes a transaction wait for its turn, and failed statements don’t block later ones', async () => {
    const failingStatements = Array.from({ length: 10 }, () => sql`select 1 / 0`.execute(database.db));
    const outcomes = await Promise.allSettled([
      ...failingStatements,
      insertRow('after-failures'),
      runTransaction(100),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...failingStatements.map(() => 'rejected'),
      'fulfilled',
      'fulfilled',
    ]);
    expect(await listKeys()).toEqual(expect.arrayContaining(['after-failures', 'trx-100-c']));
  });

  test('gives other work a turn of the event loop after each statement, also in a transaction', async () => {
    let turns = 0;
    let isRunning = true;
    const countTurns = () => {
      turns += 1;
      if (isRunning) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const turnsDuring = async (work: () => Promise<unknown>) => {
      const before = turns;
      for (let statement = 0; statement < 10; statement += 1) await work();
      return turns - before;
    };
    expect(await turnsDuring(() => listKeys())).toBeGreaterThanOrEqual(10);
    await inTransaction(database.db, async (trx) => {
      const turnsInTransaction = await turnsDuring(() => sql`select 1`.execute(trx));
      expect(turnsInTransaction).toBeGreaterThanOrEqual(10);
    });
    isRunning = false;
  });
});
