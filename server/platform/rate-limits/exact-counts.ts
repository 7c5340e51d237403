import type { Db } from '#db/client.ts';
import { addHits, findHits } from './rate-limit.repository.ts';
import { getWindowAt, type RateLimit } from './rate-limits.ts';

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
export function createExactCounts({ db, now }: { db: Db; now: () => Date }): ExactCounts {
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
