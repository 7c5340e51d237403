import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/errors.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/rate-limits/rate-limiter.ts';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';

/** How many calls one IP address may make within a minute (D49). */
const MINUTE_LIMITS = [
  { name: 'register', hits: 10 },
  { name: 'signIn', hits: 20 },
  { name: 'purchase', hits: 60 },
  { name: 'verification', hits: 120 },
  { name: 'search', hits: 600 },
] as const;

const START = new Date('2026-11-21T12:00:20Z');
const MINUTE_MS = 60_000;

async function isRefused(call: Promise<void>): Promise<boolean> {
  return call.then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return true;
      throw error;
    },
  );
}

async function countPassing(calls: Array<Promise<void>>): Promise<number> {
  return (await Promise.all(calls.map(isRefused))).filter((isOverLimit) => !isOverLimit).length;
}

function repeat<T>(count: number, makeItem: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => makeItem(n));
}

describe.each(BOTH_DATABASES)('[D49] rate limits on $name', ({ open }) => {
  const database = open();
  let time = START;
  let visitorCount = 0;
  afterEach(() => {
    time = START;
  });

  /** Simulates a process; processes share only the database. */
  const startProcess = (): RateLimiter =>
    createRateLimiter({ db: database.db, now: () => time, log: recordingLogger() });
  /** Makes a caller with a new IP address. */
  const visitor = (account: { id: string } | null = null) => {
    visitorCount += 1;
    return { ip: `10.0.${visitorCount >> 8}.${visitorCount & 255}`, account };
  };

  test.each(MINUTE_LIMITS)('allow $hits $name calls within a minute', async (limit) => {
    const [limits, caller] = [startProcess(), visitor()];
    expect(RATE_LIMITS[limit.name]).toMatchObject({ hits: limit.hits, windowSeconds: 60 });
    for (let call = 0; call < limit.hits; call++) await limits.take(limit.name, caller);
    await expect(limits.take(limit.name, caller)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      status: 429,
      retryAfterSeconds: 40,
    });
    time = new Date(START.getTime() + 39_001);
    await expect(limits.take(limit.name, caller)).rejects.toMatchObject({ retryAfterSeconds: 1 });
    time = new Date(START.getTime() + MINUTE_MS);
    await limits.take(limit.name, caller);
  });

  test.each(['signIn', 'passwordReset', 'purchase', 'promoCode', 'claim'] as const)(
    '[D63] allow exactly the limit of %s calls across two processes',
    async (name) => {
      const processes = [startProcess(), startProcess()];
      const [caller, { hits }] = [visitor(), RATE_LIMITS[name]];
      const calls = repeat(hits * 2, (n) => processes[n % 3 === 0 ? 0 : 1]?.take(name, caller));
      expect(await countPassing(calls.map((call) => Promise.resolve(call)))).toBe(hits);
    },
  );

  test('allow sequential calls up to the limit, whichever process receives them', async () => {
    const { hits } = RATE_LIMITS.signIn;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { minLength: hits + 1, maxLength: hits + 1 }),
        async (chosenCallers) => {
          const [processes, caller] = [repeat(3, startProcess), visitor()];
          const refusals: boolean[] = [];
          for (const n of chosenCallers) {
            const limits = processes[n] ?? startProcess();
            refusals.push(await isRefused(limits.take('signIn', caller)));
          }
          expect(refusals).toEqual([...repeat(hits, () => false), true]);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('count addresses, accounts, and limits separately', async () => {
    const [limits, caller] = [startProcess(), visitor({ id: 'one' })];
    await Promise.all(repeat(10, () => limits.take('register', caller)));
    expect(await isRefused(limits.take('register', caller))).toBe(true);
    await limits.take('register', visitor({ id: 'two' }));
    await limits.take('signIn', caller);
  });

  test('count an account across addresses', async () => {
    const limits = startProcess();
    const account = { id: 'many-addresses' };
    for (const caller of repeat(10, () => visitor(account))) await limits.take('register', caller);
    expect(await isRefused(limits.take('register', visitor(account)))).toBe(true);
    await limits.take('register', visitor());
  });

  test.each([
    [
      'all addresses of one IPv6 connection',
      '2001:db8:1:2::1',
      '2001:0DB8:1:2:ffff:1:2:3',
      '2001:db8:1:3::1',
    ],
    ['both spellings of an IPv4 address', '192.0.2.7', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
  ])('count together %s', async (_kind, firstCaller, secondCaller, stranger) => {
    const limits = startProcess();
    const registerFrom = (ip: string) => limits.take('register', { ip, account: null });
    for (let call = 0; call < 5; call++) {
      await registerFrom(firstCaller);
      await registerFrom(secondCaller);
    }
    expect(await isRefused(registerFrom(firstCaller))).toBe(true);
    expect(await isRefused(registerFrom(secondCaller))).toBe(true);
    await registerFrom(stranger);
  });

  test('allow 10 declined cards an hour, and do not count a check by isExhausted', async () => {
    const limits = startProcess();
    const key = 'account:declined';
    for (let call = 0; call < 10; call++) {
      expect(await limits.isExhausted('decline', key)).toBe(false);
      await limits.takeKey('decline', key);
    }
    expect(await limits.isExhausted('decline', key)).toBe(true);
    expect(await startProcess().isExhausted('decline', key)).toBe(true);
    // The window is the hour that began at 12:00.
    time = new Date('2026-11-21T12:59:59Z');
    expect(await limits.isExhausted('decline', key)).toBe(true);
    time = new Date('2026-11-21T13:00:00Z');
    expect(await limits.isExhausted('decline', key)).toBe(false);
  });

  test('run no database statement for calls above the limit', async () => {
    const [limits, caller] = [startProcess(), visitor()];
    await countPassing(repeat(30, () => limits.take('register', caller)));
    const listHits = () =>
      database.db.selectFrom('rateLimits').select('hits').where('key', 'like', `%${caller.ip}`).execute();
    const storedBefore = await listHits();
    expect(storedBefore).toHaveLength(1);
    for (let call = 0; call < 200; call++)
      expect(await isRefused(limits.take('register', caller))).toBe(true);
    expect(await listHits()).toEqual(storedBefore);
  });
});
