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
  /** Counts against one key alone: an e-mail address, an account's declined cards. */
  takeKey(name: LimitName, key: string): Promise<void>;
  /** True where a key has no hit left in its present window; counts nothing. */
  isExhausted(name: LimitName, key: string): Promise<boolean>;
}

/** One key's present window, as this process knows it. */
interface Counter {
  windowStart: number;
  /** No hit is left until the window ends: the database need not be asked again. */
  exhausted: boolean;
  /** Calls that wait to be counted by the next statement. */
  waiting: Array<PromiseWithResolvers<boolean>>;
  asking: boolean;
}

const MAX_COUNTERS = 50_000;

/**
 * Counts in PostgreSQL, so that the limits hold over any number of processes: to the hit, neither more nor fewer.
 * Calls of one key that come while it is being counted, or in one batch, are counted together.
 */
export function createRateLimiter(db: Db, now: () => Date): RateLimiter {
  const counters = new Map<string, Counter>();

  function counterOf(id: string, windowStart: number): Counter {
    const present = counters.get(id);
    if (present?.windowStart === windowStart) return present;
    if (counters.size >= MAX_COUNTERS) counters.clear();
    const counter: Counter = { windowStart, exhausted: false, waiting: [], asking: false };
    counters.set(id, counter);
    return counter;
  }

  async function countWaiting(id: string, counter: Counter, hits: number): Promise<void> {
    counter.asking = true;
    // The calls of one batch arrive within one turn.
    await new Promise((resolve) => setImmediate(resolve));
    while (counter.waiting.length > 0) {
      const calls = counter.waiting.splice(0);
      try {
        const total = await addHits(db, id, new Date(counter.windowStart), calls.length);
        const before = total - calls.length;
        for (const [n, call] of calls.entries()) call.resolve(before + n < hits);
        counter.exhausted = total >= hits;
      } catch (error) {
        for (const call of calls) call.reject(error);
      }
    }
    counter.asking = false;
  }

  async function takeKey(name: LimitName, key: string): Promise<void> {
    const { hits } = RATE_LIMITS[name];
    const { start, end } = windowAt(name, now());
    const counter = counterOf(`${name}:${key}`, start);
    if (!counter.exhausted) {
      const call = Promise.withResolvers<boolean>();
      counter.waiting.push(call);
      if (!counter.asking) void countWaiting(`${name}:${key}`, counter, hits);
      if (await call.promise) return;
    }
    const retryAfterSeconds = Math.max(1, Math.ceil((end - now().getTime()) / 1000));
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }

  return {
    takeKey,
    isExhausted: async (name, key) => {
      const { start } = windowAt(name, now());
      return (await findHits(db, `${name}:${key}`, new Date(start))) >= RATE_LIMITS[name].hits;
    },
    take: async (name, caller) => {
      await takeKey(name, `ip:${addressKey(caller.ip)}`);
      if (caller.account) await takeKey(name, `account:${caller.account.id}`);
    },
  };
}

function windowAt(name: LimitName, instant: Date): { start: number; end: number } {
  const length = RATE_LIMITS[name].windowSeconds * 1000;
  const start = instant.getTime() - (instant.getTime() % length);
  return { start, end: start + length };
}
