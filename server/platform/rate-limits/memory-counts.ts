import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { exchangeShares } from './rate-limit.repository.ts';
import { getWindowAt, type RateLimit } from './rate-limits.ts';

export interface MemoryCountsDeps {
  db: Db;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

export interface MemoryCounts {
  /**
   * Counts a call as `weight` hits unless the key has no hits left. Returns false if it has none. The last call
   * may use more hits than are left, so that a heavy call can't be repeated for free near the end.
   */
  admit(limit: RateLimit, key: string, weight?: number): boolean | Promise<boolean>;
  /** Writes new counts to the database and reads the other processes' counts. */
  flush(): Promise<void>;
}

/** A key's calls within one window. */
interface Counter {
  key: string;
  hits: number;
  window: Window;
  /**
   * The id of the counter's row in the database. A counter that is created again after it was forgotten gets
   * a new row.
   */
  share: string;
  /** The hits of the calls that this process admitted. */
  admittedHere: number;
  /** How many of the hits admitted here the database already has. */
  written: number;
  /** The hits that the other processes had admitted when this was last read. */
  admittedByOthers: number;
  waitingCalls: WaitingCall[];
}

interface WaitingCall {
  weight: number;
  resolve(isAdmitted: boolean): void;
}

interface Window {
  start: number;
  end: number;
  counters: Map<string, Counter>;
  /** The next search for a counter to forget starts here. */
  cursor: MapIterator<Counter>;
}

const FLUSH_MS = 250;
const MAX_COUNTERS = 50_000;

/**
 * Counts in memory and shares the counts with other processes every 250 ms. A key is busy once it has used a
 * quarter of its limit. Only a few calls of a busy key are admitted before their count is written; the others
 * wait until then. Four processes therefore admit at most twice the limit while a key becomes busy, and at
 * most a tenth more than the limit afterward. The known total is never above the true one, so a caller within
 * the limit is never refused.
 */
export function createMemoryCounts({ db, now, log }: MemoryCountsDeps): MemoryCounts {
  const windows = new Map<number, Window>();
  const busyKeys = new Set<string>();
  const changedCounters = new Set<Counter>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let isCallWaiting = false;
  let isOffline = false;

  function getCurrentWindow(seconds: number): Window {
    const { start, end } = getWindowAt(seconds, now());
    const current = windows.get(seconds);
    if (current?.start === start) return current;
    const counters = new Map<string, Counter>();
    const window = { start, end, counters, cursor: counters.values() };
    windows.set(seconds, window);
    return window;
  }

  /**
   * Forgets a counter that isn't busy, so that a flood from many IP addresses doesn't reset a used-up limit.
   * Forgets a busy one only if all are busy.
   */
  function forgetOne(window: Window): void {
    for (let passes = 0; ; ) {
      const { value: counter, done } = window.cursor.next();
      if (done) {
        passes += 1;
        window.cursor = window.counters.values();
      } else if (passes >= 2 || !busyKeys.has(counter.key)) {
        window.counters.delete(counter.key);
        return;
      }
    }
  }

  function getCounter({ hits, windowSeconds }: RateLimit, key: string): Counter {
    const window = getCurrentWindow(windowSeconds);
    const existingCounter = window.counters.get(key);
    if (existingCounter) return existingCounter;
    if (window.counters.size >= MAX_COUNTERS) forgetOne(window);
    const counter: Counter = {
      key,
      hits,
      window,
      share: randomUUID(),
      admittedHere: 0,
      written: 0,
      admittedByOthers: 0,
      waitingCalls: [],
    };
    window.counters.set(key, counter);
    return counter;
  }

  function mustWait(counter: Counter): boolean {
    const { key, hits, admittedHere, written, admittedByOthers } = counter;
    if (!busyKeys.has(key)) {
      if (admittedHere + admittedByOthers < hits / 4) return false;
      // Safe to clear: the keys become busy again with their next calls.
      if (busyKeys.size >= MAX_COUNTERS) busyKeys.clear();
      busyKeys.add(key);
    }
    return !isOffline && admittedHere - written >= getMaxUnwritten(hits);
  }

  function count(counter: Counter, weight: number): void {
    counter.admittedHere += weight;
    changedCounters.add(counter);
    if (!flushing) timer ??= setTimeout(flush, FLUSH_MS).unref();
  }

  function answerWaitingCalls(counter: Counter): void {
    const { waitingCalls } = counter;
    for (let [call] = waitingCalls; call; [call] = waitingCalls) {
      const isAdmitted = !isUsedUp(counter);
      if (isAdmitted && mustWait(counter)) {
        isCallWaiting = true;
        return;
      }
      if (isAdmitted) count(counter, call.weight);
      waitingCalls.shift();
      call.resolve(isAdmitted);
    }
  }

  /**
   * Writes the changed counts and reads other processes' counts. Counts that can't be written are retried
   * the next time, unless their window has ended by then.
   */
  async function exchange(): Promise<void> {
    const counters = [...changedCounters];
    changedCounters.clear();
    isCallWaiting = false;
    const shares = counters.map(({ key, window, share, admittedHere }) => ({
      key,
      windowStart: new Date(window.start),
      share,
      hits: admittedHere,
    }));
    try {
      const otherHits = await exchangeShares(db, shares);
      isOffline = false;
      for (const [index, counter] of counters.entries()) {
        counter.written = shares[index]?.hits ?? counter.written;
        counter.admittedByOthers = Math.max(counter.admittedByOthers, otherHits.get(counter.share) ?? 0);
      }
    } catch (err) {
      if (!isOffline) log.warn({ err }, 'rate limits hold per process while the database is unavailable');
      isOffline = true;
      const time = now().getTime();
      for (const counter of counters) {
        const isKept = counter.window.end > time && counter.window.counters.get(counter.key) === counter;
        if (isKept) changedCounters.add(counter);
      }
    }
    counters.forEach(answerWaitingCalls);
  }

  async function exchangeAll(): Promise<void> {
    do await exchange();
    while (isCallWaiting);
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await flushing;
    if (changedCounters.size === 0) return;
    flushing ??= exchangeAll().finally(() => {
      flushing = undefined;
      if (isCallWaiting) void flush();
      else if (changedCounters.size > 0) timer ??= setTimeout(flush, FLUSH_MS).unref();
    });
    await flushing;
  }

  function admit(limit: RateLimit, key: string, weight = 1): boolean | Promise<boolean> {
    const counter = getCounter(limit, key);
    if (isUsedUp(counter)) return false;
    if (!mustWait(counter)) {
      count(counter, weight);
      return true;
    }
    return new Promise((resolve) => {
      counter.waitingCalls.push({ weight, resolve });
      isCallWaiting = true;
      if (!flushing) void flush();
    });
  }

  return { admit, flush };
}

function isUsedUp({ admittedHere, admittedByOthers, hits }: Counter): boolean {
  return admittedHere + admittedByOthers >= hits;
}

/**
 * Returns how many calls of a busy key may be unwritten. Another process may be unaware of twice as many: the
 * unwritten ones, and those written since it last read.
 */
function getMaxUnwritten(hits: number): number {
  return Math.max(1, Math.floor(hits / 60));
}
