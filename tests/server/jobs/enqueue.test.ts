import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { enqueueMails, mailHandlers, makeWelcomeMail, readMailStates } from './mail-jobs.ts';
import { openQueue } from './test-queue.ts';

describe.each(BOTH_DATABASES)('[D18] an enqueued job on $name', ({ open }) => {
  const database = open();
  afterEach(() => sql`delete from pgboss.job`.execute(database.db));

  test('exists only after its transaction commits', async () => {
    const queue = await openQueue(database);
    const rolledBack = inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', makeWelcomeMail('lost@example.com'));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await inTransaction(database.db, (trx) =>
      queue.enqueue(trx, 'mail', makeWelcomeMail('kept@example.com')),
    );
    expect(await readMailStates(database.client)).toEqual({ 'kept@example.com': 'created' });
  });

  test('can be enqueued in a transaction as the first use of the queue', async () => {
    for (const name of ['mail', 'password-reset', 'sync-subscription', 'sync-charge'] as const) {
      const queue = await openQueue(database);
      const payloads = {
        mail: makeWelcomeMail('first@example.com'),
        'password-reset': {},
        'sync-subscription': { providerId: 'sub_1' },
        'sync-charge': { chargeId: 'ch_1' },
      };
      await inTransaction(database.db, (trx) => queue.enqueue(trx, name, payloads[name]));
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from pgboss.job`.execute(database.db);
    expect(rows).toEqual([{ n: 4 }]);
  });

  test('can be one of many that wait until all others have run, and is retried like them', async () => {
    const queue = await openQueue(database);
    const payloads = [makeWelcomeMail('a@example.com'), makeWelcomeMail('b@example.com')];
    await inTransaction(database.db, async (trx) => {
      await queue.enqueueAll(trx, 'mail', payloads);
      await queue.enqueueAll(trx, 'mail', []);
      await queue.enqueue(trx, 'mail', makeWelcomeMail('soon@example.com'));
    });
    const { rows } = await sql<{ to: string; priority: number; retries: number }>`
      select data ->> 'to' as to, priority, retry_limit as retries from pgboss.job
      order by priority desc, 1`.execute(database.db);
    expect(rows).toEqual([
      { to: 'soon@example.com', priority: 0, retries: 12 },
      { to: 'a@example.com', priority: -1, retries: 12 },
      { to: 'b@example.com', priority: -1, retries: 12 },
    ]);
  });

  test('is stored once per id, even after it ran', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    const id = newId();
    await enqueueMails(queue, database.client, ['once@example.com', 'again@example.com'], id);
    await queue.startWorkers(mailHandlers(async (to) => void sent.push(to)));
    await expect.poll(() => readMailStates(database.client)).toEqual({ 'once@example.com': 'completed' });
    await enqueueMails(queue, database.client, ['later@example.com'], id);
    expect(await readMailStates(database.client)).toEqual({ 'once@example.com': 'completed' });
    expect(sent).toEqual(['once@example.com']);
  });

  test('is stored under an id whose first transaction was rolled back', async () => {
    const queue = await openQueue(database);
    const id = newId();
    await inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', makeWelcomeMail('lost@example.com'), { id });
      throw new Error('rolled back');
    }).catch(() => {});
    await enqueueMails(queue, database.client, ['second@example.com'], id);
    expect(await readMailStates(database.client)).toEqual({ 'second@example.com': 'created' });
  });

  test('waits for its start time', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    await inTransaction(database.db, async (trx) => {
      await queue.enqueue(trx, 'mail', makeWelcomeMail('in-an-hour@example.com'), {
        startAfterSeconds: 3_600,
      });
      await queue.enqueue(trx, 'mail', makeWelcomeMail('now@example.com'));
    });
    await queue.startWorkers(mailHandlers(async (to) => void sent.push(to)));
    await expect
      .poll(() => readMailStates(database.client))
      .toEqual({ 'in-an-hour@example.com': 'created', 'now@example.com': 'completed' });
    expect(sent).toEqual(['now@example.com']);
  });
});
