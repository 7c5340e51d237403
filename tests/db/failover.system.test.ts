import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { createDb, inTransaction } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { mailHandlers, makeWelcomeMail } from '#tests/server/jobs/mail-jobs.ts';
import { openQueue } from '#tests/server/jobs/test-queue.ts';

const database = testDb();

/** Terminates every connection to the test's database, as a failover does. */
async function endConnections(): Promise<void> {
  const { pathname } = new URL(database.url ?? '');
  await onServer(databaseUrl(database.url ?? '', 'postgres'), (admin) =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      pathname.slice(1),
    ]),
  );
}

/** Records uncaught exceptions, which would crash a server. */
function watchUncaught() {
  const uncaught = vi.fn();
  process.prependListener('uncaughtException', uncaught);
  onTestFinished(() => void process.removeListener('uncaughtException', uncaught));
  return uncaught;
}

serverTest(
  '[D62] a transaction whose connection ends between two statements fails, and the next one succeeds',
  async () => {
    const uncaught = watchUncaught();
    const client = await createDb({ databaseUrl: database.url ?? '', poolSize: 2 });
    onTestFinished(() => client.close());
    const failure = await inTransaction(client.db, async (trx) => {
      await sql`select 1`.execute(trx);
      await endConnections();
      await sleep(200);
      await sql`select 1`.execute(trx);
    }).catch((error: unknown) => error);
    expect(isDatabaseOutage(failure)).toBe(true);
    expect(uncaught).not.toHaveBeenCalled();
    expect((await sql<{ one: number }>`select 1 as one`.execute(client.db)).rows).toEqual([{ one: 1 }]);
  },
);

serverTest('[D62] waiting too long for a connection counts as an outage', async () => {
  const client = await createDb({ databaseUrl: database.url ?? '', poolSize: 1, connectTimeoutMs: 1_000 });
  onTestFinished(() => client.close());
  // The limit applies to opening the connection too, which can take longer on a busy machine.
  const select = () => sql`select 1`.execute(client.db);
  await expect
    .poll(() =>
      select().then(
        () => 'connected',
        () => 'too slow',
      ),
    )
    .toBe('connected');
  const busy = Promise.withResolvers<void>();
  const holder = inTransaction(client.db, () => busy.promise);
  const failure = await select().catch((error: unknown) => error);
  expect(isDatabaseOutage(failure)).toBe(true);
  busy.resolve();
  await holder;
});

serverTest(
  '[D62] connections that end under load crash no process, and everything works afterward',
  async () => {
    const uncaught = watchUncaught();
    const client = await createDb({ databaseUrl: database.url ?? '', poolSize: 4 });
    onTestFinished(() => client.close());
    const queue = await openQueue({ client, url: database.url });
    const handledAddresses = new Set<string>();
    await queue.startWorkers(mailHandlers(async (to) => void handledAddresses.add(to)));
    const committed: string[] = [];
    const failures: unknown[] = [];
    let isLoaded = true;
    const load = Array.from({ length: 8 }, async (_, worker) => {
      for (let n = 0; isLoaded; n++) {
        const to = `${worker}-${n}@example.com`;
        const work = inTransaction(client.db, async (trx) => {
          await queue.enqueue(trx, 'mail', makeWelcomeMail(to));
          await sql`select pg_sleep(0.01)`.execute(trx);
          await sleep(20);
        });
        await work.then(
          () => committed.push(to),
          (error: unknown) => failures.push(error),
        );
      }
    });
    for (let round = 0; round < caseCount(10, 200); round++) {
      await sleep(150);
      await endConnections();
    }
    isLoaded = false;
    await Promise.all(load);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !isDatabaseOutage(error))).toEqual([]);
    expect(uncaught).not.toHaveBeenCalled();
    expect(committed.length).toBeGreaterThan(0);
    await expect.poll(() => committed.filter((to) => !handledAddresses.has(to))).toEqual([]);
  },
);
