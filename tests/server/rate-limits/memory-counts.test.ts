import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { AppError } from '#server/lib/errors.ts';
import { createRateLimiter, type FlushableRateLimiter } from '#server/platform/rate-limits/rate-limiter.ts';
import { type LimitName, RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const database = testDb();
const START = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
/** Tests never share a minute, so their counts stay separate. */
let minutes = 0;

interface Fleet {
  processes: FlushableRateLimiter[];
  logs: Array<ReturnType<typeof recordingLogger>>;
  passMinute(): void;
}

/** Simulates processes that share only the database and the clock. */
function startFleet(count: number, db: Db = database.db): Fleet {
  const logs = repeat(count, recordingLogger);
  minutes += 1;
  const processes = logs.map((log) =>
    createRateLimiter({ db, log, now: () => new Date(START + minutes * MINUTE_MS) }),
  );
  const passMinute = () => {
    minutes += 1;
  };
  onTestFinished(async () => {
    await Promise.all(processes.map((limits) => limits.flush()));
  });
  return { processes, logs, passMinute };
}

function repeat<T>(count: number, makeItem: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => makeItem(n));
}

async function isAdmitted(limits: FlushableRateLimiter, name: LimitName, key: string): Promise<boolean> {
  return limits.takeKey(name, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
      throw error;
    },
  );
}

/** Sends twice the limit to each process at once and returns how many calls were admitted. */
async function burst(processes: FlushableRateLimiter[], name: LimitName, key: string): Promise<number> {
  const calls = processes.flatMap((limits) =>
    repeat(RATE_LIMITS[name].hits * 2, () => isAdmitted(limits, name, key)),
  );
  return (await Promise.all(calls)).filter(Boolean).length;
}

const inMemoryLimits = (
  ['general', 'accountCalls', 'verification', 'reference', 'address', 'search'] as const
).map((name) => ({
  name,
  hits: RATE_LIMITS[name].hits,
}));

test('[D63] limits are counted in the database if they allow few calls or protect accounts, money, and codes', () => {
  const rows = Object.entries(RATE_LIMITS);
  expect(rows.filter(([, { counting }]) => counting === 'memory').map(([name]) => name)).toEqual(
    inMemoryLimits.map(({ name }) => name),
  );
});

serverTest.for(inMemoryLimits)(
  '[D63] four processes allow at most twice the limit of $name in a first burst, and 10 % more than the limit later',
  async ({ name, hits }) => {
    const { processes, passMinute } = startFleet(4);
    const first = await burst(processes, name, 'burst');
    expect(first).toBeGreaterThanOrEqual(hits);
    expect(first).toBeLessThanOrEqual(hits * 2);
    for (let later = 0; later < 3; later++) {
      passMinute();
      const admitted = await burst(processes, name, 'burst');
      expect(admitted).toBeGreaterThanOrEqual(hits);
      expect(admitted).toBeLessThanOrEqual(hits * 1.1);
    }
  },
);

test('[D49] no caller within a limit is refused, whichever processes count and whenever they share counts', async () => {
  const { hits } = RATE_LIMITS.verification;
  const step = fc.record({
    process: fc.nat(2),
    calls: fc.integer({ min: 1, max: 50 }),
    flush: fc.option(fc.nat(2), { nil: undefined }),
    turns: fc.integer({ min: 0, max: 9 }),
  });
  let callerCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const { processes, passMinute } = startFleet(3);
      const key = `honest-${++callerCount}`;
      let remaining: number = hits;
      const flushes: Array<Promise<void> | undefined> = [];
      for (const { process, calls, flush, turns } of steps) {
        const limits = processes[process];
        if (!limits) throw new Error('no such process');
        const results = repeat(Math.min(calls, remaining), () => isAdmitted(limits, 'verification', key));
        remaining -= results.length;
        // Don't await the flush, so that windows end and counts are shared while calls wait.
        if (flush !== undefined) flushes.push(processes[flush]?.flush());
        if (turns === 0) {
          passMinute();
          remaining = hits;
        }
        expect(await Promise.all(results)).not.toContain(false);
      }
      await Promise.all(flushes);
    }),
    { numRuns: 25 },
  );
});

test('[D63] a call below a quarter of its limit runs no statement, and neither does an idle process', async () => {
  const meter = metered(database.db);
  const { processes } = startFleet(1, meter.db);
  const [limits] = processes;
  if (!limits) throw new Error('no process');
  await Promise.all(repeat(30, () => limits.takeKey('verification', 'quiet')));
  await Promise.all(repeat(30, (n) => limits.takeKey('search', `quiet-${n}`)));
  expect(meter.statements).toBe(0);
  await expect.poll(() => meter.statements).toBe(1);
  await sleep(600);
  expect(meter.statements).toBe(1);
});

test('[D63] a process that starts later reads what others counted', async () => {
  const { processes } = startFleet(2);
  const [first, second] = processes;
  if (!first || !second) throw new Error('no process');
  for (let call = 0; call < 120; call++) await first.takeKey('verification', 'known');
  await first.flush();
  const admitted = await burst([second], 'verification', 'known');
  expect(admitted).toBe(30);
});

test('[D49] a write that fails after it took effect is counted once', async () => {
  let isLost = true;
  const loseAnswer: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (isLost) throw new Error('Connection terminated unexpectedly');
      return result;
    },
  };
  const { processes, logs } = startFleet(1, database.db.withPlugin(loseAnswer));
  const [limits] = processes;
  if (!limits) throw new Error('no process');
  for (let call = 0; call < 60; call++) {
    await limits.takeKey('verification', 'twice');
    if (call % 20 === 0) await limits.flush();
  }
  isLost = false;
  await limits.flush();
  const [row] = await database.db
    .selectFrom('rateLimitShares')
    .select(({ fn }) => fn.sum<number>('hits').as('hits'))
    .where('key', '=', 'verification:twice')
    .execute();
  expect(Number(row?.hits)).toBe(60);
  expect(logs[0]?.takeFaults()).toHaveLength(1);
});

test('[D63] each process applies limits on its own during a database outage, and shares counts again afterward', async () => {
  const meter = metered(database.db);
  const { processes, logs, passMinute } = startFleet(2, meter.db);
  const [first, second] = processes;
  if (!first || !second) throw new Error('no process');
  meter.failAfter(0);
  expect(await burst([first], 'search', 'outage')).toBe(600);
  expect(await burst([second], 'search', 'outage')).toBe(600);
  for (let failure = 0; failure < 3; failure++) await first.flush();
  meter.reset();
  await Promise.all([first.flush(), second.flush()]);
  expect(logs.map((log) => log.takeFaults().length)).toEqual([1, 1]);
  passMinute();
  expect(await burst([first, second], 'search', 'outage')).toBeLessThanOrEqual(660);
});

test('[D63] a database that refuses connections does not delay calls', async () => {
  const unreachableDb = await createDb({
    databaseUrl: `postgresql://card@127.0.0.1:${await freePort()}/card`,
  });
  onTestFinished(() => unreachableDb.close());
  const { processes, logs } = startFleet(1, unreachableDb.db);
  expect(await burst(processes, 'general', 'away')).toBe(6_000);
  expect(logs[0]?.takeFaults()).toHaveLength(1);
});

serverTest('processes that write the same keys concurrently never wait for each other', async () => {
  const { processes, logs } = startFleet(4);
  const keys = repeat(300, (n) => `shared-${n}`);
  for (let round = 0; round < 10; round++) {
    for (const [index, limits] of processes.entries()) {
      const order = index % 2 === 0 ? keys : keys.toReversed();
      await Promise.all(order.map((key) => limits.takeKey('general', key)));
    }
    await Promise.all(processes.map((limits) => limits.flush()));
  }
  expect(logs.flatMap((log) => log.takeFaults())).toEqual([]);
  const rows = await database.db
    .selectFrom('rateLimitShares')
    .select(({ fn }) => ['key', fn.sum<number>('hits').as('hits')])
    .where('key', 'like', 'general:shared-%')
    .groupBy('key')
    .execute();
  expect(rows).toHaveLength(300);
  expect(rows.every(({ hits }) => Number(hits) === 40)).toBe(true);
});

test('a flood from many addresses does not reset an exhausted limit, and memory use is bounded', async () => {
  const meter = metered(database.db);
  meter.failAfter(0);
  const { processes } = startFleet(1, meter.db);
  const [limits] = processes;
  if (!limits) throw new Error('no process');
  expect(await burst([limits], 'address', 'used up')).toBe(60);
  for (let call = 0; call < 10; call++) await limits.takeKey('address', 'first');
  for (let n = 0; n < 60_000; n++) await limits.takeKey('address', `flood-${n}`);
  expect(await isAdmitted(limits, 'address', 'used up')).toBe(false);
  // If too many keys are counted, those that aren't busy are forgotten, oldest first.
  expect(await burst([limits], 'address', 'first')).toBe(60);
});
