import { AppError } from '../../lib/errors.ts';
import { getAddressKey } from './address-key.ts';
import { createExactCounts } from './exact-counts.ts';
import { createMemoryCounts, type MemoryCountsDeps } from './memory-counts.ts';
import {
  type ExactLimitName,
  getWindowAt,
  type LimitName,
  type OwnLimitName,
  RATE_LIMITS,
} from './rate-limits.ts';

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
