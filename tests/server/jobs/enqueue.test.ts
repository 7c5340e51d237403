import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { openQueue } from './job-bench.ts';
import { enqueueMails, mailHandlers, storedMails } from './mail-jobs.ts';

const WORKED = { timeout: 10_000 };

describe.each(BOTH_DATABASES)('[D18] a job of the outbox, on $name', ({ open }) => {
  const database = open();
  afterEach(() => sql`delete from pgboss.job`.execute(database.db));
  const mail = (to: string) => ({ mail: 'welcome', to, props: {} });

  test('exists if and only if the transaction that stored it was committed', async () => {
    const queue = await openQueue(database);
    const undone = inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', mail('undone@example.com'));
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await inTransaction(database.db, (trx) => queue.enqueue(trx, 'mail', mail('kept@example.com')));
    expect(await storedMails(database.client)).toEqual({ 'kept@example.com': 'created' });
  });

  test('can be stored in a transaction by a process that has not asked the queue anything yet', async () => {
    for (const name of ['mail', 'password-reset', 'sync-subscription', 'sync-charge'] as const) {
      const queue = await openQueue(database);
      const payloads = {
        mail: mail('first@example.com'),
        'password-reset': {},
        'sync-subscription': { providerId: 'sub_1' },
        'sync-charge': { chargeId: 'ch_1' },
      };
      await inTransaction(database.db, (trx) => queue.enqueue(trx, name, payloads[name]));
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from pgboss.job`.execute(database.db);
    expect(rows).toEqual([{ n: 4 }]);
  });

  test('is not stored a second time under its id, not even when it was done', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    const id = newId();
    await enqueueMails(queue, database.client, ['once@example.com', 'again@example.com'], id);
    await queue.work(mailHandlers(async (to) => void sent.push(to)));
    await expect
      .poll(() => storedMails(database.client), WORKED)
      .toEqual({ 'once@example.com': 'completed' });
    await enqueueMails(queue, database.client, ['later@example.com'], id);
    expect(await storedMails(database.client)).toEqual({ 'once@example.com': 'completed' });
    expect(sent).toEqual(['once@example.com']);
  });

  test('is stored again under its id where the first was undone', async () => {
    const queue = await openQueue(database);
    const id = newId();
    await inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', mail('undone@example.com'), { id });
      throw new Error('undone');
    }).catch(() => {});
    await enqueueMails(queue, database.client, ['second@example.com'], id);
    expect(await storedMails(database.client)).toEqual({ 'second@example.com': 'created' });
  });

  test('waits for its time', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    await inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', mail('in-an-hour@example.com'), { startAfterSeconds: 3_600 });
      await queue.enqueue(trx, 'mail', mail('now@example.com'));
    });
    await queue.work(mailHandlers(async (to) => void sent.push(to)));
    await expect
      .poll(() => storedMails(database.client), WORKED)
      .toEqual({ 'in-an-hour@example.com': 'created', 'now@example.com': 'completed' });
    expect(sent).toEqual(['now@example.com']);
  });
});
