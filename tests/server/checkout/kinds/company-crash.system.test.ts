import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { type DoomedProcess, startDoomedProcess } from '#tests/helpers/crash/doomed-process.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import type { DoomedOptions } from '#tests/helpers/crash/steps.ts';
import { corporateSubmissions, type Submission } from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { caseCount, isLongRun } from '#tests/helpers/long-run.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

const EMPLOYEES = caseCount(100, 500);
const random = seededRandom(20261122);

/** When to kill the server: at a step, or some milliseconds after Stripe has charged. */
type Kill = { step: NonNullable<DoomedOptions['killAt']>['step'] } | { afterMs: number };

// crash.test.ts covers every step. This test checks the memberships after each kill.
const KILLS: Kill[] = [
  { step: 'settle:inside' },
  ...(isLongRun ? [{ step: 'subscriptions.create:after' } as const] : []),
  ...Array.from({ length: caseCount(0, 8) }, () => ({ afterMs: Math.floor(random() * 250) })),
];

/** Returns each purchase's status and number of memberships. */
async function membershipCounts(): Promise<Array<{ status: string; cards: number }>> {
  const rows = await database.db
    .selectFrom('purchases')
    .leftJoin('subscriptions', 'subscriptions.purchaseId', 'purchases.id')
    .leftJoin('memberships', 'memberships.subscriptionId', 'subscriptions.id')
    .select((eb) => ['purchases.id', 'purchases.status', eb.fn.count<string>('memberships.id').as('cards')])
    .groupBy(['purchases.id', 'purchases.status'])
    .execute();
  return rows.map(({ status, cards }) => ({ status, cards: Number(cards) }));
}

const countCharges = async () => (await sandbox.control.charges()).length;

async function send(port: number, { path, headers, cart }: Submission): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/trpc/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(cart),
    });
    return await response.text();
  } catch {
    return 'unanswered';
  }
}

async function killAfterCharge(ms: number, doomed: DoomedProcess, before: number): Promise<void> {
  while ((await countCharges()) === before) await sleep(5);
  await sleep(ms);
  doomed.child.kill('SIGKILL');
}

/** Submits a purchase to a server that will be killed, and checks the memberships until it is dead. */
async function buyUntilKilled(
  server: Omit<DoomedOptions, 'killAt'>,
  submission: Submission,
  kill: Kill,
): Promise<void> {
  const killAt = 'step' in kill ? { step: kill.step, occurrence: 1 } : null;
  const doomedProcess = await startDoomedProcess({ ...server, killAt });
  const before = await countCharges();
  const response = send(server.port, submission);
  if ('afterMs' in kill) void killAfterCharge(kill.afterMs, doomedProcess, before);
  let isOver = false;
  void doomedProcess.exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await expectAllOrNone();
    await sleep(10);
  }
  await response;
  await expectAllOrNone();
}

/** A paid purchase must have all its memberships; any other purchase must have none. */
async function expectAllOrNone(): Promise<void> {
  for (const { status, cards } of await membershipCounts()) {
    expect({ status, cards }).toEqual({ status, cards: status === 'paid' ? EMPLOYEES + 1 : 0 });
  }
}

serverTest(
  `a crash during a purchase for ${EMPLOYEES} employees leaves all memberships or none, and a restart creates them all`,
  async () => {
    await seed(database.db);
    const server = {
      databaseUrl: String(database.url),
      dataDir: folder(),
      sandboxUrl: sandbox.url,
      port: await freePort(),
    };
    const submissions = await corporateSubmissions(database.db, KILLS.length, EMPLOYEES);
    let interruptedCount = 0;
    for (const [i, kill] of KILLS.entries()) {
      const submission = submissions[i];
      if (!submission) throw new Error('There are fewer purchases than kills');
      await buyUntilKilled(server, submission, kill);
      const pendingCount = (await membershipCounts()).filter(({ status }) => status === 'pending').length;
      if (pendingCount > 0) interruptedCount += 1;
    }
    expect(interruptedCount).toBeGreaterThan(0);
    // The sweeper takes over a purchase only when no request has worked on it for 30 seconds.
    await moveDatabaseClock(database.db, 30_000);
    const last = await startDoomedProcess({ ...server, killAt: null });
    const deadline = Date.now() + 60_000;
    while ((await membershipCounts()).some(({ status }) => status === 'pending') && Date.now() < deadline) {
      await expectAllOrNone();
      await sleep(200);
    }
    // The wizard retries with the same key after a lost response.
    for (const submission of submissions) expect(await send(server.port, submission)).toContain('"paid"');
    last.child.kill('SIGKILL');
    await last.exited;
    expect(await membershipCounts()).toEqual(KILLS.map(() => ({ status: 'paid', cards: EMPLOYEES + 1 })));
    const charges = (await sandbox.control.charges()).filter(({ refunded }) => refunded === 0);
    expect(charges.map(({ amount }) => amount)).toEqual(
      KILLS.map(() => EMPLOYEES * 0.8 * 4_995 + EMPLOYEES * 0.2 * 9_990),
    );
  },
  300_000,
);
