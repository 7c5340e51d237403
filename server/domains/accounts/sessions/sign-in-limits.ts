import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import { getAddressKey } from '../../../platform/rate-limits/ip-address-key.ts';

const DELAY_MS = 10_000;
/** The maximum number of delayed sign-ins. If there are more, the oldest continues early. */
const MAX_WAITING = 100;
/**
 * The maximum number of concurrent sign-ins from one IP address or browser. Further ones wait, so at most
 * this many guesses can exceed the failure limit.
 */
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 200;

const waitingSignIns: AbortController[] = [];
const queues = new Map<string, { running: number; queued: Array<() => void> }>();

/**
 * Delays a sign-in with an email address that had too many failures. Refusing it would let anyone lock the
 * owner out.
 */
async function delay(): Promise<void> {
  const turn = new AbortController();
  if (waitingSignIns.push(turn) > MAX_WAITING) waitingSignIns.shift()?.abort();
  await wait(DELAY_MS, null, { signal: turn.signal }).catch(() => {});
  const index = waitingSignIns.indexOf(turn);
  if (index >= 0) waitingSignIns.splice(index, 1);
}

async function runInQueue<T>(key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { running: 0, queued: [] };
  queues.set(key, queue);
  if (queue.running >= MAX_CONCURRENT) {
    if (queue.queued.length >= MAX_QUEUED) throw new AppError('UNAVAILABLE');
    await new Promise<void>((resolve) => queue.queued.push(resolve));
  } else queue.running += 1;
  try {
    return await work();
  } finally {
    // The next sign-in in the queue takes this one's place.
    const next = queue.queued.shift();
    if (next) next();
    else if (--queue.running === 0) queues.delete(key);
  }
}

/**
 * Runs a sign-in and counts it if `verify` returns false. It counts against the IP address and the email
 * address or, if the browser has signed in to the account before, only against the browser (D57). Throws
 * TOO_MANY_REQUESTS if the IP address or the browser has too many failures, and UNAVAILABLE if too many of
 * its sign-ins are waiting.
 */
export async function limitFailures(
  { deps: { limits }, ip, knownBrowser }: Pick<Context, 'deps' | 'ip' | 'knownBrowser'>,
  { emailKey, accountId }: { emailKey: string; accountId: string | null },
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const isKnown = accountId !== null && (knownBrowser?.accountIds.includes(accountId) ?? false);
  const callerKey = isKnown ? `browser:${knownBrowser?.id}:${accountId}` : `ip:${getAddressKey(ip)}`;
  await limits.requireLeft('signIn', callerKey);
  if (!isKnown && (await limits.isExhausted('signIn', emailKey))) await delay();
  return runInQueue(callerKey, async () => {
    await limits.requireLeft('signIn', callerKey);
    const matches = await verify();
    if (matches) return true;
    await limits.count('signIn', callerKey);
    if (!isKnown) await limits.count('signIn', emailKey);
    return false;
  });
}
