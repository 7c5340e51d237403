import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxControl } from '#server/integrations/stripe-sandbox/control.ts';
import { type DoomedProcess, startDoomed } from './doomed-process.ts';
import { CRASH_STEPS, type CrashStep, type DoomedOptions, PAYMENT_STEPS } from './steps.ts';
import type { Submission } from './submissions.ts';

export interface CrashRun {
  /** What is bought, the last one first. */
  submissions: readonly Submission[];
  /** Submissions under way at once. */
  buyers: number;
  /** About so many submissions between two kills. */
  pace: number;
  server: Omit<DoomedOptions, 'killAt'>;
  sandbox: SandboxControl;
  /** Numbers from 0 to 1, the same ones for the same seed. */
  random: () => number;
  /** How the submissions are charged; by a subscription unless told. */
  way?: keyof typeof WAYS;
}

export interface CrashReport {
  /** How often it was killed, by step. */
  kills: Record<string, number>;
  /** Submissions whose answer was lost with the server. */
  unanswered: number;
  /** From the last start to the moment when no purchase was open. */
  settledAfterMs: number;
}

/** What a purchase asks of the card network, by how it is charged: where it may be killed, and what may be lost. */
const WAYS = {
  subscription: { steps: CRASH_STEPS, calls: ['POST /v1/subscriptions', 'GET /v1/subscriptions'] },
  payment: { steps: PAYMENT_STEPS, calls: ['POST /v1/payment_intents', 'GET /v1/payment_intents'] },
} as const satisfies Record<string, { steps: readonly CrashStep[]; calls: readonly string[] }>;

const CALLS = ['POST /v1/customers', 'POST /v1/payment_methods'];

/** Buys under a server that is killed again and again, and then asks for every answer that was lost. */
export async function runCrashes(run: CrashRun, countOpen: () => Promise<number>): Promise<CrashReport> {
  const { steps } = wayOf(run);
  const kills: Record<string, number> = Object.fromEntries(steps.map((step) => [step, 0]));
  const waiting = [...run.submissions];
  const unanswered: Submission[] = [];
  let round = 0;

  while (waiting.length > 0) {
    const step = steps[round % steps.length] ?? 'reply:before';
    const time = 1 + Math.floor(run.random() * run.pace);
    round += 1;
    if (run.random() < 0.5) await loseAnAnswer(run);
    const doomed = await startDoomed({ ...run.server, killAt: { step, time } });
    await Promise.all(
      Array.from({ length: run.buyers }, () => buyUntilDead(run, doomed, waiting, unanswered)),
    );
    if (waiting.length > 0) kills[step] = (kills[step] ?? 0) + 1;
    doomed.child.kill('SIGKILL');
    await doomed.ended;
  }

  await run.sandbox.clearFaults();
  const last = await startDoomed({ ...run.server, killAt: null });
  const began = performance.now();
  while ((await countOpen()) > 0 && performance.now() - began < 120_000) await sleep(200);
  const settledAfterMs = performance.now() - began;
  for (const submission of unanswered) await askAgain(run, submission);
  last.child.kill('SIGTERM');
  last.child.kill('SIGKILL');
  await last.ended;
  return {
    kills,
    unanswered: unanswered.length,
    settledAfterMs,
  };
}

const wayOf = ({ way = 'subscription' }: CrashRun) => WAYS[way];

async function loseAnAnswer(run: CrashRun): Promise<void> {
  const { sandbox, random } = run;
  const calls = [...CALLS, ...wayOf(run).calls];
  const match = calls[Math.floor(random() * calls.length)] ?? 'POST /v1/customers';
  // The SDK asks three times: one lost answer is healed there, three are not.
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
  doomed: DoomedProcess,
  waiting: Submission[],
  unanswered: Submission[],
): Promise<void> {
  while (doomed.child.exitCode === null && doomed.child.signalCode === null) {
    const submission = waiting.pop();
    if (!submission) return;
    const answer = await submit(run, submission);
    if (answer === 'unknown' || answer === 'lost') unanswered.push(submission);
    // It is dying, and we hear of that a moment later: nobody sends it in vain what others are to meet their step with.
    if (answer === 'lost') await Promise.race([doomed.ended, sleep(1_000)]);
    if (answer === 'failed') throw new Error('A good card was refused');
  }
}

/** What the wizard does: the same key, and a token of the same card. */
async function askAgain(run: CrashRun, submission: Submission): Promise<void> {
  const answer = await submit(run, submission);
  if (answer !== 'paid') throw new Error(`A purchase that was asked for again is ${answer}`);
}
