import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { type DoomedProcess, startDoomed } from '#tests/helpers/crash/doomed-process.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import type { DoomedOptions } from '#tests/helpers/crash/steps.ts';
import { corporateSubmissions, type Submission } from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

const EMPLOYEES = 500;
const random = seededRandom(20261122);

/** How the server dies: at a step, or some milliseconds after the card network has charged. */
type Death = { step: NonNullable<DoomedOptions['killAt']>['step'] } | { afterMs: number };

// Every step there is, with companies among the purchases: crash.test.ts.
const DEATHS: Death[] = [
  { step: 'subscriptions.create:after' },
  { step: 'settle:inside' },
  ...Array.from({ length: 2 }, () => ({ afterMs: Math.floor(random() * 250) })),
];

/** Each purchase that is not failed, with how many memberships stand on it. */
async function standing(): Promise<Array<{ status: string; cards: number }>> {
  const rows = await database.db
    .selectFrom('purchases')
    .leftJoin('subscriptions', 'subscriptions.purchaseId', 'purchases.id')
    .leftJoin('memberships', 'memberships.subscriptionId', 'subscriptions.id')
    .select((eb) => ['purchases.id', 'purchases.status', eb.fn.count<string>('memberships.id').as('cards')])
    .groupBy(['purchases.id', 'purchases.status'])
    .execute();
  return rows.map(({ status, cards }) => ({ status, cards: Number(cards) }));
}

const charged = async () => (await sandbox.control.charges()).length;

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

async function dieAfter(ms: number, doomed: DoomedProcess, before: number): Promise<void> {
  while ((await charged()) === before) await sleep(5);
  await sleep(ms);
  doomed.child.kill('SIGKILL');
}

/** Sends a purchase to a server that dies of it; looks all the while. */
async function buyAndDie(
  server: Omit<DoomedOptions, 'killAt'>,
  submission: Submission,
  death: Death,
): Promise<void> {
  const killAt = 'step' in death ? { step: death.step, time: 1 } : null;
  const doomed = await startDoomed({ ...server, killAt });
  const before = await charged();
  const sent = send(server.port, submission);
  if ('afterMs' in death) void dieAfter(death.afterMs, doomed, before);
  let isOver = false;
  void doomed.ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await lookOnce();
    await sleep(10);
  }
  await sent;
  await lookOnce();
}

/** At no moment has anybody a part of the cards. */
async function lookOnce(): Promise<void> {
  for (const { status, cards } of await standing()) {
    expect({ status, cards }).toEqual({ status, cards: status === 'paid' ? EMPLOYEES + 1 : 0 });
  }
}

serverTest(
  `[issue 6] a crash in the middle of ${EMPLOYEES} employees leaves all or none, and a restart brings all`,
  async () => {
    await seed(database.db);
    const server = {
      databaseUrl: String(database.url),
      dataDir: folder(),
      sandboxUrl: sandbox.url,
      port: await freePort(),
    };
    const submissions = await corporateSubmissions(database.db, DEATHS.length, EMPLOYEES);
    let inTheMiddle = 0;
    for (const [i, death] of DEATHS.entries()) {
      const submission = submissions[i];
      if (!submission) throw new Error('There are fewer purchases than deaths');
      await buyAndDie(server, submission, death);
      const open = (await standing()).filter(({ status }) => status === 'pending').length;
      if (open > 0) inTheMiddle += 1;
    }
    expect(inTheMiddle).toBeGreaterThan(1);
    const last = await startDoomed({ ...server, killAt: null });
    const deadline = Date.now() + 90_000;
    while ((await standing()).some(({ status }) => status === 'pending') && Date.now() < deadline) {
      await lookOnce();
      await sleep(200);
    }
    // What the wizard does where the answer was lost: the same key again.
    for (const submission of submissions) expect(await send(server.port, submission)).toContain('"paid"');
    last.child.kill('SIGKILL');
    await last.ended;
    expect(await standing()).toEqual(DEATHS.map(() => ({ status: 'paid', cards: EMPLOYEES + 1 })));
    const charges = (await sandbox.control.charges()).filter(({ refunded }) => refunded === 0);
    expect(charges.map(({ amount }) => amount)).toEqual(DEATHS.map(() => 400 * 4_995 + 100 * 9_990));
  },
  300_000,
);
