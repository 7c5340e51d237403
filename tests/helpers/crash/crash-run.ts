import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxControl } from '#server/integrations/stripe/sandbox/control.ts';
import { cardPurchase } from '../checkout.ts';
import { type DoomedProcess, startDoomed } from './doomed-process.ts';
import { CRASH_STEPS, type CrashStep, type DoomedOptions } from './steps.ts';

export interface CrashRun {
  purchases: number;
  /** Submissions under way at once. */
  buyers: number;
  /** About so many submissions between two kills. */
  pace: number;
  server: Omit<DoomedOptions, 'killAt'>;
  sandbox: SandboxControl;
  discountCode: string;
  /** Numbers from 0 to 1, the same ones for the same seed. */
  random: () => number;
}

export interface CrashReport {
  keys: string[];
  kills: Record<CrashStep, number>;
  /** Submissions whose answer was lost with the server. */
  unanswered: number;
  /** From the last start to the moment when no purchase was open. */
  settledAfterMs: number;
}

const CALLS = [
  'POST /v1/customers',
  'POST /v1/payment_methods',
  'POST /v1/subscriptions',
  'GET /v1/subscriptions',
];

/** Buys under a server that is killed again and again, and then asks for every answer that was lost. */
export async function runCrashes(run: CrashRun, countOpen: () => Promise<number>): Promise<CrashReport> {
  const kills = noKills();
  const carts = Array.from({ length: run.purchases }, (_, i) =>
    cardPurchase({
      idempotencyKey: randomUUID(),
      requestedPhysicalCard: i % 3 === 0,
      discountCode: i % 4 === 0 ? run.discountCode : null,
    }),
  );
  const waiting = [...carts];
  const unanswered: typeof carts = [];
  let round = 0;

  while (waiting.length > 0) {
    const step = CRASH_STEPS[round % CRASH_STEPS.length] ?? 'reply:before';
    const time = 1 + Math.floor(run.random() * run.pace);
    round += 1;
    if (run.random() < 0.5) await loseAnAnswer(run);
    const doomed = await startDoomed({ ...run.server, killAt: { step, time } });
    await Promise.all(
      Array.from({ length: run.buyers }, () => buyUntilDead(run, doomed, waiting, unanswered)),
    );
    if (waiting.length > 0) kills[step] += 1;
    doomed.child.kill('SIGKILL');
    await doomed.ended;
  }

  await run.sandbox.clearFaults();
  const last = await startDoomed({ ...run.server, killAt: null });
  const began = performance.now();
  while ((await countOpen()) > 0 && performance.now() - began < 120_000) await sleep(200);
  const settledAfterMs = performance.now() - began;
  for (const cart of unanswered) await askAgain(run, cart);
  last.child.kill('SIGTERM');
  last.child.kill('SIGKILL');
  await last.ended;
  return {
    keys: carts.map((cart) => String(cart.idempotencyKey)),
    kills,
    unanswered: unanswered.length,
    settledAfterMs,
  };
}

function noKills(): Record<CrashStep, number> {
  return {
    'customers.create:before': 0,
    'customers.create:after': 0,
    'paymentMethods.create:before': 0,
    'paymentMethods.create:after': 0,
    'paymentMethods.attach:before': 0,
    'paymentMethods.attach:after': 0,
    'subscriptions.create:before': 0,
    'subscriptions.create:after': 0,
    'subscriptions.retrieve:before': 0,
    'subscriptions.retrieve:after': 0,
    'settle:inside': 0,
    'reply:before': 0,
  };
}

type Cart = ReturnType<typeof cardPurchase>;

async function loseAnAnswer({ sandbox, random }: CrashRun): Promise<void> {
  const match = CALLS[Math.floor(random() * CALLS.length)] ?? 'POST /v1/subscriptions';
  // The SDK asks three times: one lost answer is healed there, three are not.
  await sandbox.fault({ kind: 'lose', times: random() < 0.5 ? 1 : 3, match });
}

async function submit({ server }: CrashRun, cart: Cart): Promise<'paid' | 'failed' | 'unknown'> {
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/trpc/checkout.buyCard`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cart),
      signal: AbortSignal.timeout(60_000),
    });
    const body = await response.text();
    if (response.ok && body.includes('"paid"')) return 'paid';
    return body.includes('PAYMENT_UNCONFIRMED') ? 'unknown' : 'failed';
  } catch {
    return 'unknown';
  }
}

async function buyUntilDead(
  run: CrashRun,
  doomed: DoomedProcess,
  waiting: Cart[],
  unanswered: Cart[],
): Promise<void> {
  while (doomed.child.exitCode === null && doomed.child.signalCode === null) {
    const cart = waiting.pop();
    if (!cart) return;
    const answer = await submit(run, cart);
    if (answer === 'unknown') unanswered.push(cart);
    if (answer === 'failed') throw new Error('A good card was refused');
  }
}

/** What the wizard does: the same key, and a token of the same card. */
async function askAgain(run: CrashRun, cart: Cart): Promise<void> {
  const answer = await submit(run, cart);
  if (answer !== 'paid') throw new Error(`A purchase that was asked for again is ${answer}`);
}
