import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { openQueue, QUICK } from './job-bench.ts';
import { enqueueMails, mailHandlers, storedMails } from './mail-jobs.ts';

const WORKED = { timeout: 15_000 };
const people = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@example.com`);
const all = (to: string[], state: string) => Object.fromEntries(to.map((address) => [address, state]));

describe.each(BOTH_DATABASES)('[DESIGN 5 jobs] on $name', ({ open }) => {
  const database = open();
  afterEach(() => sql`delete from pgboss.job`.execute(database.db));

  test('a job goes to one of two workers, once', async () => {
    const queues = [await openQueue(database), await openQueue(database)];
    const to = people(60);
    const [first] = queues;
    if (!first) throw new Error('no queue');
    await enqueueMails(first, database.client, to);
    const sent: string[] = [];
    for (const queue of queues) {
      await queue.work(
        mailHandlers(async (address) => {
          await sleep(5);
          sent.push(address);
        }),
      );
    }
    await expect.poll(() => storedMails(database.client), WORKED).toEqual(all(to, 'completed'));
    expect(sent.sort()).toEqual(to.sort());
  });

  test('a job that fails is tried again and logged; those taken with it are not', async () => {
    const queue = await openQueue(database);
    const to = ['good-1@example.com', 'bad@example.com', 'good-2@example.com'];
    await enqueueMails(queue, database.client, to);
    const sent: string[] = [];
    await queue.work(
      mailHandlers(async (address) => {
        sent.push(address);
        if (address === 'bad@example.com' && sent.filter((one) => one === address).length < 2) {
          throw new Error('the mail server is tired');
        }
      }),
    );
    await expect.poll(() => storedMails(database.client), WORKED).toEqual(all(to, 'completed'));
    expect(sent.sort()).toEqual([...to, 'bad@example.com'].sort());
    expect(queue.log.takeFaults()).toMatchObject([
      { level: 'error', text: expect.stringContaining('the mail server is tired') },
    ]);
  });

  test('a job that never comes back is tried again and logged; those taken with it are not', async () => {
    const queue = await openQueue(database);
    const to = ['good-1@example.com', 'stuck@example.com', 'good-2@example.com'];
    await enqueueMails(queue, database.client, to);
    const sent: string[] = [];
    await queue.work(
      mailHandlers(async (address) => {
        sent.push(address);
        const isStuck = address === 'stuck@example.com' && sent.filter((one) => one === address).length < 2;
        if (isStuck) await new Promise(() => {});
      }),
    );
    await expect.poll(() => storedMails(database.client), WORKED).toEqual(all(to, 'completed'));
    expect(sent.sort()).toEqual([...to, 'stuck@example.com'].sort());
    expect(queue.log.takeFaults()).toMatchObject([
      { level: 'error', text: expect.stringContaining('Not done after') },
    ]);
  });

  test('a job is taken and settled beside a transaction that is undone, and stays so', async () => {
    const queue = await openQueue(database);
    const sent: string[] = [];
    await queue.work(mailHandlers(async (to) => void sent.push(to)));
    const opened = Promise.withResolvers<void>();
    const undone = inTransaction(database.db, async (trx) => {
      await trx.insertInto('settings').values({ key: 'undone', value: 'x', isPublic: false }).execute();
      await queue.enqueue(trx, 'mail', { mail: 'welcome', to: 'undone@example.com', props: {} });
      opened.resolve();
      // Over at least one look of the workers into their queues.
      await sleep(800);
      throw new Error('undone');
    });
    await opened.promise;
    const beside = enqueueMails(queue, database.client, ['beside@example.com']);
    await expect(undone).rejects.toThrow('undone');
    await beside;
    await expect
      .poll(() => storedMails(database.client), WORKED)
      .toEqual({ 'beside@example.com': 'completed' });
    expect(sent).toEqual(['beside@example.com']);
    const settings = await database.db.selectFrom('settings').select('key').execute();
    expect(settings).toEqual([]);
    expect(queue.log.takeFaults()).toEqual([]);
  });

  test('stopping finishes what runs, and takes nothing new', async () => {
    const queue = await openQueue(database);
    const started = Promise.withResolvers<void>();
    let finished = false;
    await enqueueMails(queue, database.client, ['running@example.com']);
    await queue.work(
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
    expect(await storedMails(database.client)).toEqual({
      'running@example.com': 'completed',
      'late@example.com': 'created',
    });
  });

  test('what a newer release says of a queue holds for a database that an older one made', async () => {
    await openQueue(database, { ...QUICK, expireSeconds: 7 });
    const queue = await openQueue(database, { ...QUICK, expireSeconds: 9 });
    await enqueueMails(queue, database.client, ['newer@example.com']);
    const { rows } = await sql<{ seconds: number }>`
      select expire_seconds as seconds from pgboss.job`.execute(database.db);
    expect(rows).toEqual([{ seconds: 9 }]);
  });
});
