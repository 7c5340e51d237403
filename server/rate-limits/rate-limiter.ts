import type { Db } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { addressKey } from './address-key.ts';
import { addHits, findHits } from './rate-limit.repository.ts';
import { type LimitName, RATE_LIMITS } from './rate-limits.ts';

export interface LimitedCaller {
  ip: string;
  account: { id: string } | null;
}

export interface RateLimiter {
  /** Counts one call against the caller's address and account; throws TOO_MANY_REQUESTS above the limit. */
  take(name: LimitName, caller: LimitedCaller): Promise<void>;
  /** Counts against a single key, such as an email address. */
  takeKey(name: LimitName, key: string): Promise<void>;
  /** Counts one hit without refusing anything, for calls that are counted by their outcome. */
  count(name: LimitName, key: string): Promise<void>;
  /** Throws TOO_MANY_REQUESTS if a key has no hits left in the current window. Does not count. */
  requireLeft(name: LimitName, key: string): Promise<void>;
  /** True if a key has no hits left in the current window. Does not count. */
  isExhausted(name: LimitName, key: string): Promise<boolean>;
}

/** The current window of a key in this process. */
interface Counter {
  windowStart: number;
  /** No hits are left until the window ends, so the database is not queried again. */
  isExhausted: boolean;
  /** Calls for the next statement to count. */
  waitingCalls: Array<PromiseWithResolvers<boolean>>;
  isCounting: boolean;
}

const MAX_COUNTERS = 50_000;

/** Counts in PostgreSQL, so that limits are exact across processes. One statement counts all waiting calls of a key. */
export function createRateLimiter(db: Db, now: () => Date): RateLimiter {
  const counters = new Map<string, Counter>();

  function getCounter(id: string, windowStart: number): Counter {
    const current = counters.get(id);
    if (current?.windowStart === windowStart) return current;
    if (counters.size >= MAX_COUNTERS) counters.clear();
    const counter: Counter = { windowStart, isExhausted: false, waitingCalls: [], isCounting: false };
    counters.set(id, counter);
    return counter;
  }

  async function countWaitingCalls(id: string, counter: Counter, hits: number): Promise<void> {
    counter.isCounting = true;
    // Lets the other calls of the same batch arrive.
    await new Promise((resolve) => setImmediate(resolve));
    while (counter.waitingCalls.length > 0) {
      const calls = counter.waitingCalls.splice(0);
      try {
        const total = await addHits(db, id, new Date(counter.windowStart), calls.length);
        const hitsBefore = total - calls.length;
        for (const [index, call] of calls.entries()) call.resolve(hitsBefore + index < hits);
        counter.isExhausted = total >= hits;
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    counter.isCounting = false;
  }

  async function takeKey(name: LimitName, key: string): Promise<void> {
    const { hits } = RATE_LIMITS[name];
    const { start, end } = windowAt(name, now());
    const counter = getCounter(`${name}:${key}`, start);
    if (!counter.isExhausted) {
      const call = Promise.withResolvers<boolean>();
      counter.waitingCalls.push(call);
      if (!counter.isCounting) void countWaitingCalls(`${name}:${key}`, counter, hits);
      if (await call.promise) return;
    }
    throw createRefusal(end, now());
  }

  async function isExhausted(name: LimitName, key: string): Promise<boolean> {
    const { start } = windowAt(name, now());
    return (await findHits(db, `${name}:${key}`, new Date(start))) >= RATE_LIMITS[name].hits;
  }

  return {
    takeKey,
    isExhausted,
    count: async (name, key) => {
      await addHits(db, `${name}:${key}`, new Date(windowAt(name, now()).start), 1);
    },
    requireLeft: async (name, key) => {
      if (await isExhausted(name, key)) throw createRefusal(windowAt(name, now()).end, now());
    },
    take: async (name, caller) => {
      await takeKey(name, `ip:${addressKey(caller.ip)}`);
      if (caller.account) await takeKey(name, `account:${caller.account.id}`);
    },
  };
}

function createRefusal(windowEnd: number, now: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((windowEnd - now.getTime()) / 1000));
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
}

function windowAt(name: LimitName, instant: Date): { start: number; end: number } {
  const length = RATE_LIMITS[name].windowSeconds * 1000;
  const start = instant.getTime() - (instant.getTime() % length);
  return { start, end: start + length };
}
