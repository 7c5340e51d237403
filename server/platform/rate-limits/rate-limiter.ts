import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { getAddressKey } from './ip-address-key.ts';
import { createMemoryCounts, type MemoryCountsDeps } from './memory-counts.ts';
import { addHits, findHits } from './rate-limit.repository.ts';
import {
  type ExactLimitName,
  getWindowAt,
  type LimitName,
  type OwnLimitName,
  RATE_LIMITS,
  type RateLimit,
} from './rate-limits.ts';

interface ExactCounts {
  /** Counts a call. Returns false if the key had no hits left. */
  admit(limit: RateLimit, key: string): Promise<boolean>;
  count(limit: RateLimit, key: string): Promise<void>;
  isExhausted(limit: RateLimit, key: string): Promise<boolean>;
}

/** The current window of a key in this process. */
interface Counter {
  windowStart: number;
  /** True if no hits are left until the window ends. `admit` then doesn't query the database. */
  isExhausted: boolean;
  /** Calls that the next statement will count. */
  waitingCalls: Array<PromiseWithResolvers<boolean>>;
  isCounting: boolean;
}

const MAX_COUNTERS = 50_000;

/**
 * Counts in PostgreSQL, so that limits are exact across processes. One statement counts all waiting calls of
 * a key.
 */
function createExactCounts({ db, now }: { db: Db; now: () => Date }): ExactCounts {
  const counters = new Map<string, Counter>();

  function getCounter(key: string, windowStart: number): Counter {
    const current = counters.get(key);
    if (current?.windowStart === windowStart) return current;
    if (counters.size >= MAX_COUNTERS) counters.clear();
    const counter: Counter = { windowStart, isExhausted: false, waitingCalls: [], isCounting: false };
    counters.set(key, counter);
    return counter;
  }

  async function countWaitingCalls(key: string, counter: Counter, hits: number): Promise<void> {
    counter.isCounting = true;
    // Lets the other calls of the same batch arrive.
    await new Promise((resolve) => setImmediate(resolve));
    while (counter.waitingCalls.length > 0) {
      const calls = counter.waitingCalls.splice(0);
      try {
        const total = await addHits(db, key, new Date(counter.windowStart), calls.length);
        const hitsBefore = total - calls.length;
        for (const [index, call] of calls.entries()) call.resolve(hitsBefore + index < hits);
        counter.isExhausted = total >= hits;
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    counter.isCounting = false;
  }

  const windowStart = ({ windowSeconds }: RateLimit) => getWindowAt(windowSeconds, now()).start;

  return {
    admit: async (limit, key) => {
      const counter = getCounter(key, windowStart(limit));
      if (counter.isExhausted) return false;
      const call = Promise.withResolvers<boolean>();
      counter.waitingCalls.push(call);
      if (!counter.isCounting) void countWaitingCalls(key, counter, limit.hits);
      return call.promise;
    },
    count: async (limit, key) => {
      await addHits(db, key, new Date(windowStart(limit)), 1);
    },
    isExhausted: async (limit, key) => (await findHits(db, key, new Date(windowStart(limit)))) >= limit.hits,
  };
}

export interface LimitedCaller {
  ip: string;
  account: { id: string } | null;
}

export interface RateLimiter {
  /**
   * Counts a request against the general limit of its IP address. Throws TOO_MANY_REQUESTS above the limit.
   */
  takeRequest(ip: string, weight?: number): Promise<void>;
  /** Counts one call against the caller's IP address and account. Throws TOO_MANY_REQUESTS above the limit. */
  take(name: OwnLimitName, caller: LimitedCaller): Promise<void>;
  /** Counts any call of a signed-in caller. Its IP address was counted when the request arrived. */
  takeAccountCall(caller: LimitedCaller): Promise<void>;
  /** Like `take`, but counts against a single key, such as an email address. */
  takeKey(name: LimitName, key: string): Promise<void>;
  /**
   * Counts one hit but never refuses it. Used for calls that are counted only after their outcome is known.
   */
  count(name: ExactLimitName, key: string): Promise<void>;
  /** Throws TOO_MANY_REQUESTS if a key has no hits left in the current window. Doesn't record a hit. */
  requireLeft(name: ExactLimitName, key: string): Promise<void>;
  /** True if a key has no hits left in the current window. Doesn't record a hit. */
  isExhausted(name: ExactLimitName, key: string): Promise<boolean>;
}

export interface FlushableRateLimiter extends RateLimiter {
  /** Writes the counts in memory to the database. */
  flush(): Promise<void>;
}

/** Counts each limit in memory or exactly, as configured for it (D63). */
export function createRateLimiter(deps: MemoryCountsDeps): FlushableRateLimiter {
  const { now } = deps;
  const exactCounts = createExactCounts(deps);
  const memoryCounts = createMemoryCounts(deps);

  async function takeKey(name: LimitName, key: string): Promise<void> {
    const limit = RATE_LIMITS[name];
    const { admit } = limit.counting === 'exact' ? exactCounts : memoryCounts;
    if (!(await admit(limit, `${name}:${key}`))) throw createRefusal(name, now());
  }

  async function isExhausted(name: ExactLimitName, key: string): Promise<boolean> {
    return exactCounts.isExhausted(RATE_LIMITS[name], `${name}:${key}`);
  }

  return {
    takeKey,
    takeRequest: async (ip, weight) => {
      const isAdmitted = await memoryCounts.admit(
        RATE_LIMITS.general,
        `general:ip:${getAddressKey(ip)}`,
        weight,
      );
      if (!isAdmitted) throw createRefusal('general', now());
    },
    takeAccountCall: async ({ account }) => {
      if (account) await takeKey('accountCalls', `account:${account.id}`);
    },
    isExhausted,
    flush: memoryCounts.flush,
    count: (name, key) => exactCounts.count(RATE_LIMITS[name], `${name}:${key}`),
    requireLeft: async (name, key) => {
      if (await isExhausted(name, key)) throw createRefusal(name, now());
    },
    take: async (name, caller) => {
      await takeKey(name, `ip:${getAddressKey(caller.ip)}`);
      if (caller.account) await takeKey(name, `account:${caller.account.id}`);
    },
  };
}

function createRefusal(name: LimitName, now: Date): AppError {
  const { end } = getWindowAt(RATE_LIMITS[name].windowSeconds, now);
  const retryAfterSeconds = Math.max(1, Math.ceil((end - now.getTime()) / 1000));
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
}
