import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';
import { moveDatabaseClock } from '../database/database-clock.ts';
import { type DoomedProcess, startDoomedProcess } from './doomed-process.ts';
import type { CrashStep, DoomedOptions } from './steps.ts';
import type { Submission } from './submissions.ts';

export interface CrashRun {
  db: Db;
  /** The purchases to submit, the last one first. */
  submissions: readonly Submission[];
  buyers: number;
  /** The steps at which to kill the server. */
  steps: readonly CrashStep[];
  /** Kills the server at the nth occurrence of a step; n is random, from 1 to this. */
  maxOccurrence: number;
  /**
   * How many rounds try to kill the server at each step. Purchases left after that are submitted to a server
   * that isn't killed.
   */
  killsPerStep: number;
  server: Omit<DoomedOptions, 'killAt'>;
  sandbox: SandboxControl;
  /** Returns the next number, from 0 up to but not including 1, of a seeded random number generator. */
  random: () => number;
  /** Defaults to `subscription`. */
  chargeBy?: keyof typeof CHARGE_CALLS;
}

export interface CrashReport {
  /** How often the server was killed before all purchases were submitted, keyed by step. */
  kills: Record<string, number>;
  /**
   * How many submissions got no definite response, because the server was killed or Stripe's response was
   * lost.
   */
  unresolved: number;
  /** Time from when the final server accepted requests until no purchase was open, or about 120 seconds. */
  settledAfterMs: number;
}

/** The Stripe calls whose response may be lost. */
const CHARGE_CALLS = {
  subscription: ['POST /v1/subscriptions', 'GET /v1/subscriptions'],
  payment: ['POST /v1/payment_intents', 'GET /v1/payment_intents'],
};

const COMMON_CALLS = ['POST /v1/customers', 'POST /v1/payment_methods'];

/**
 * Submits purchases to a server that is killed repeatedly. Then resubmits every purchase that got no definite
 * response.
 */
export async function runCrashes(run: CrashRun): Promise<CrashReport> {
  const { steps } = run;
  const kills: Record<string, number> = Object.fromEntries(steps.map((step) => [step, 0]));
  const pendingSubmissions = [...run.submissions];
  const unresolved: Submission[] = [];
  let round = 0;

  while (pendingSubmissions.length > 0 && round < steps.length * run.killsPerStep) {
    const step = steps[round % steps.length] ?? 'reply:before';
    const occurrence = 1 + Math.floor(run.random() * run.maxOccurrence);
    round += 1;
    if (run.random() < 0.5) await loseResponse(run);
    const process = await startDoomedProcess({ ...run.server, killAt: { step, occurrence } });
    await Promise.all(
      Array.from({ length: run.buyers }, () => buyUntilDead(run, process, pendingSubmissions, unresolved)),
    );
    if (pendingSubmissions.length > 0) kills[step] = (kills[step] ?? 0) + 1;
    process.child.kill('SIGKILL');
    await process.exited;
  }

  await run.sandbox.clearFaults();
  // The sweeper takes over a purchase only when no request has worked on it for 30 seconds.
  await moveDatabaseClock(run.db, 30_000);
  const finalProcess = await startDoomedProcess({ ...run.server, killAt: null });
  const startedAt = performance.now();
  while ((await countOpen(run.db)) > 0 && performance.now() - startedAt < 120_000) await sleep(200);
  const settledAfterMs = performance.now() - startedAt;
  await buyUntilDead(run, finalProcess, pendingSubmissions, unresolved);
  for (const submission of unresolved) await resubmit(run, submission);
  finalProcess.child.kill('SIGTERM');
  finalProcess.child.kill('SIGKILL');
  await finalProcess.exited;
  return {
    kills,
    unresolved: unresolved.length,
    settledAfterMs,
  };
}

async function countOpen(db: Db): Promise<number> {
  const openPurchases = db
    .selectFrom('purchases')
    .select('id')
    .where('status', 'in', ['pending', 'requires_action']);
  return (await openPurchases.execute()).length;
}

async function loseResponse(run: CrashRun): Promise<void> {
  const { sandbox, random, chargeBy = 'subscription' } = run;
  const calls = [...COMMON_CALLS, ...CHARGE_CALLS[chargeBy]];
  const match = calls[Math.floor(random() * calls.length)] ?? 'POST /v1/customers';
  // The SDK makes three attempts, so it recovers from one lost response but not from three.
  await sandbox.fault({ kind: 'lose', times: random() < 0.5 ? 1 : 3, match });
}

async function submit(
  { server }: CrashRun,
  { path, headers, cart }: Submission,
): Promise<'paid' | 'failed' | 'unknown' | 'lost'> {
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(cart),
      signal: AbortSignal.timeout(60_000),
    });
    const body = await response.text();
    if (response.ok && body.includes('"paid"')) return 'paid';
    return body.includes('PAYMENT_UNCONFIRMED') ? 'unknown' : 'failed';
  } catch {
    return 'lost';
  }
}

async function buyUntilDead(
  run: CrashRun,
  process: DoomedProcess,
  pendingSubmissions: Submission[],
  unresolved: Submission[],
): Promise<void> {
  while (process.child.exitCode === null && process.child.signalCode === null) {
    const submission = pendingSubmissions.pop();
    if (!submission) return;
    const response = await submit(run, submission);
    if (response === 'unknown' || response === 'lost') unresolved.push(submission);
    // Wait until the server has exited; otherwise the loop would submit all remaining purchases to a dead
    // server.
    if (response === 'lost') await Promise.race([process.exited, sleep(1_000)]);
    if (response === 'failed') throw new Error('A valid card was refused');
  }
}

/** Resubmits as the wizard does: with the same idempotency key, and a token for the same card. */
async function resubmit(run: CrashRun, submission: Submission): Promise<void> {
  const response = await submit(run, submission);
  if (response !== 'paid') throw new Error(`A resubmitted purchase is ${response}`);
}
