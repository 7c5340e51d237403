import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { enqueueMails, mailHandlers, makeWelcomeMail, readMailStates } from './mail-jobs.ts';
import { openQueue, QUICK_TIMING } from './test-queue.ts';

const makeAddresses = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@example.com`);
const withState = (to: string[], state: string) => Object.fromEntries(to.map((address) => [address, state]));

describe.each(BOTH_DATABASES)('the job queue on $name', ({ open }) => {
  const database = open();
  afterEach(() => sql`delete from pgboss.job`.execute(database.db));

  test('gives each job to exactly one of two workers', async () => {
    const queues = [await openQueue(database), await openQueue(database)];
    const to = makeAddresses(60);
    const [firstQueue] = queues;
    if (!firstQueue) throw new Error('no queue');
    await enqueueMails(firstQueue, database.client, to);
    const sent: string[] = [];
    for (const queue of queues) {
      await queue.startWorkers(
        mailHandlers(async (address) => {
          await sleep(5);
          sent.push(address);
        }),
      );
    }
    await expect.poll(() => readMailStates(database.client)).toEqual(withState(to, 'completed'));
    expect(sent.sort()).toEqual(to.sort());
  });

  test('runs jobs of a process without workers', async () => {
    const web = await openQueue(database, QUICK_TIMING, { hasWorkers: false });
    const worker = await openQueue(database);
    await worker.startWorkers(mailHandlers(async () => {}));
    await enqueueMails(web, database.client, ['maria@example.com']);
    await expect.poll(() => readMailStates(database.client)).toEqual({ 'maria@example.com': 'completed' });
  });

  test('sends waiting emails without a pause between batches', async () => {
    const queue = await openQueue(database, { ...QUICK_TIMING, pollSeconds: 3600 });
    const to = makeAddresses(9);
    await enqueueMails(queue, database.client, to);
    await queue.startWorkers(mailHandlers(async () => {}));
    await expect.poll(() => readMailStates(database.client)).toEqual(withState(to, 'completed'));
  });

  test('retries and logs a job that fails, without repeating the rest of its batch', async () => {
    const queue = await openQueue(database);
    const to = ['good-1@example.com', 'bad@example.com', 'good-2@example.com'];
    await enqueueMails(queue, database.client, to);
    const sent: string[] = [];
    await queue.startWorkers(
      mailHandlers(async (address) => {
        sent.push(address);
        if (address === 'bad@example.com' && sent.filter((recipient) => recipient === address).length < 2) {
          throw new Error('the mail server is down');
        }
      }),
    );
    await expect.poll(() => readMailStates(database.client)).toEqual(withState(to, 'completed'));
    expect(sent.sort()).toEqual([...to, 'bad@example.com'].sort());
    expect(queue.log.takeFaults()).toMatchObject([
      { level: 'error', text: expect.stringContaining('the mail server is down') },
    ]);
  });

  test('retries and logs a job that hangs, without repeating the rest of its batch', async () => {
    // The worker gives up after nine tenths of this. The rest must suffice for the other job of the batch.
    const queue = await openQueue(database, { ...QUICK_TIMING, expireSeconds: 10 });
    const to = ['good-1@example.com', 'stuck@example.com', 'good-2@example.com'];
    await enqueueMails(queue, database.client, to);
    const sent: string[] = [];
    await queue.startWorkers(
      mailHandlers(async (address) => {
        sent.push(address);
        const isStuck =
          address === 'stuck@example.com' && sent.filter((recipient) => recipient === address).length < 2;
        if (isStuck) await new Promise(() => {});
      }),
    );
    await expect.poll(() => readMailStates(database.client)).toEqual(withState(to, 'completed'));
    expect(sent.sort()).toEqual([...to, 'stuck@example.com'].sort());
    expect(queue.log.takeFaults()).toMatchObject([
      { level: 'error', text: expect.stringContaining('Not done after') },
    ]);
  });

  test('completes a job while another transaction rolls back', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    await queue.startWorkers(mailHandlers(async (to) => void sent.push(to)));
    const opened = Promise.withResolvers<void>();
    const rolledBack = inTransaction(database.db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'rolledBack', value: 'x', isPublic: false }).execute();
      await queue.enqueue(trx, 'mail', makeWelcomeMail('lost@example.com'));
      opened.resolve();
      // Longer than one poll interval of the workers.
      await sleep(800);
      throw new Error('rolled back');
    });
    await opened.promise;
    const enqueuing = enqueueMails(queue, database.client, ['beside@example.com']);
    await expect(rolledBack).rejects.toThrow('rolled back');
    await enqueuing;
    await expect.poll(() => readMailStates(database.client)).toEqual({ 'beside@example.com': 'completed' });
    expect(sent).toEqual(['beside@example.com']);
    const settings = await database.db.selectFrom('settings').select('key').execute();
    expect(settings).toEqual([]);
    expect(queue.log.takeFaults()).toEqual([]);
  });

  test('finishes running jobs on stop and starts no new ones', async () => {
    const queue = await openQueue(database);
    const started = Promise.withResolvers<void>();
    let finished = false;
    await enqueueMails(queue, database.client, ['running@example.com']);
    await queue.startWorkers(
      mailHandlers(async () => {
        started.resolve();
        await sleep(300);
        finished = true;
      }),
    );
    await started.promise;
    await queue.stop();
    expect(finished).toBe(true);
    await enqueueMails(await openQueue(database), database.client, ['late@example.com']);
    await sleep(800);
    expect(await readMailStates(database.client)).toEqual({
      'running@example.com': 'completed',
      'late@example.com': 'created',
    });
  });

  test('applies a newer release’s queue settings to a database that an older one created', async () => {
    await openQueue(database, { ...QUICK_TIMING, expireSeconds: 7 });
    const queue = await openQueue(database, { ...QUICK_TIMING, expireSeconds: 9 });
    await enqueueMails(queue, database.client, ['newer@example.com']);
    const { rows } = await sql<{ seconds: number }>`
      select expire_seconds as seconds from pgboss.job`.execute(database.db);
    // Each of the two emails in a batch has 9 seconds.
    expect(rows).toEqual([{ seconds: 18 }]);
  });
});
