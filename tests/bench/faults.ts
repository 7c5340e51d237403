import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/config/secrets.ts';
import { spawnSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS, type DoomedOptions, PAYMENT_STEPS } from '#tests/helpers/crash/steps.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { type Buyer, createBuyer } from './faults/buyers.ts';
import { Chaos, persist } from './faults/chaos.ts';
import { countMails, countOpenJobs, type Defects, findDefects, type SentMails } from './faults/check.ts';
import { Fleet } from './faults/fleet.ts';
import { Shop } from './faults/shopping.ts';
import { choose, StripeProxy } from './faults/stripe-proxy.ts';
import { type BenchDatabase, withDatabase } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { publish, type Report } from './support/report.ts';

// Buys from two servers while everything around them fails, then compares the books of the buyers, ours, and Stripe's.
// Usage:
//   node tests/bench/faults.ts [--purchases 5000] [--seed 20261122] [--minutes 240] [--logs <folder>]
// Fails if anything was lost, charged twice or late, left open, or emailed twice. tests/README.md has the list.

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '20261122' },
    /** No new purchases after this time. */
    minutes: { type: 'string', default: '240' },
    logs: { type: 'string' },
  },
});
const [purchases, seed, minutes] = [values.purchases, values.seed, values.minutes].map(Number);
if (!(purchases && seed && minutes)) throw new Error('Give --purchases, --seed, and --minutes as numbers');

const BUYERS_AT_ONCE = 8;
const FAULT_RATE = 0.08;
const CLOCK_SKEW_MS = 75_000;
const MAX_REPEATED_MAILS = 0.001;
/** How long a purchase may stay pending after Stripe answers again. */
const SETTLING_MINUTES = 15;
const MINUTE_MS = 60_000;
const random = seededRandom(seed);

interface Outcome {
  buyers: Buyer[];
  shop: Shop;
  counts: Record<string, number>;
  deaths: string[];
  pending: string[];
  /** Buyers with a good card who never got their purchase, although nothing failed any more. */
  stuck: string[];
  defects: Defects;
  mails: SentMails;
  seconds: number;
}

/** Every second start of a server, a step at which it kills itself. */
function chooseStep(): DoomedOptions['killAt'] {
  if (random() < 0.5) return null;
  const steps = [...CRASH_STEPS, ...PAYMENT_STEPS];
  return { step: choose(['settle:inside', ...steps], random), occurrence: 1 + Math.floor(random() * 20) };
}

function listOpen(db: Db, statuses: ReadonlyArray<'pending' | 'requires_action'>) {
  return persist(() => db.selectFrom('purchases').select('id').where('status', 'in', statuses).execute());
}

/** Lets the minutes pass that purchases may take to settle. Returns those that are still open. */
async function settle(
  db: Db,
  chaos: Chaos,
  statuses: ReadonlyArray<'pending' | 'requires_action'>,
): Promise<string[]> {
  for (let minute = 0; minute < SETTLING_MINUTES; minute += 1) {
    if ((await listOpen(db, statuses)).length === 0) return [];
    // Longer than the sweeper's interval, so that it runs in each of these minutes.
    for (let second = 0; second < 16 && (await listOpen(db, statuses)).length > 0; second += 1)
      await sleep(1_000);
    await chaos.passTime(MINUTE_MS);
  }
  return (await listOpen(db, statuses)).map(({ id }) => id);
}

async function shopUnderFaults(
  db: Db,
  code: string,
  shop: Shop,
  chaos: Chaos,
  buyers: Buyer[],
): Promise<void> {
  const deadline = performance.now() + Number(minutes) * MINUTE_MS;
  const shopOn = async () => {
    while (buyers.length < Number(purchases) && performance.now() < deadline) {
      const buyer = await persist(() => createBuyer(db, random, code));
      buyers.push(buyer);
      chaos.onPurchase(buyers.length);
      if (buyers.length % 100 === 0) console.error(`${buyers.length} purchases`, shop.answers);
      await shop.visit(buyer);
    }
  };
  await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, shopOn));
}

async function returnWaiting(shop: Shop): Promise<string[]> {
  for (let round = 0; round < 5 && shop.waiting.length > 0; round += 1) {
    const waiting = shop.waiting.splice(0);
    while (waiting.length > 0) {
      await Promise.all(waiting.splice(0, BUYERS_AT_ONCE).map((buyer) => shop.visit(buyer)));
    }
  }
  return shop.waiting.map(({ email, path }) => `${path} of ${email}`);
}

async function run({ url, client: { db } }: BenchDatabase, dataDir: string): Promise<Outcome> {
  const from = new Date();
  const startedAt = performance.now();
  const { code } = await makePromoCode(db, { percentOff: 50, amountOff: null });
  const { webhookSecret } = await loadSecrets(loadConfig({ DATA_DIR: dataDir }));
  const sandbox = await spawnSandbox({ dataDir, secretKey: 'sk_test_faults', webhookSecret });
  const ports = [await freePort(), await freePort()];
  let fleet: Fleet | undefined;
  const proxy = new StripeProxy({
    sandboxUrl: sandbox.url,
    webhookUrl: () =>
      `http://127.0.0.1:${choose([ports[0], ...(fleet?.ports() ?? [])], random)}/api/stripe/webhook`,
    random,
  });
  const proxyUrl = await proxy.start();
  await sandbox.control.setWebhook({ url: `${proxyUrl}/webhook`, secret: webhookSecret });
  await sandbox.control.settings({ shuffleMilliseconds: 2_000 });
  const server = { databaseUrl: url, dataDir, sandboxUrl: proxyUrl };
  const servers = ports.map((port, n) => ({
    ...server,
    port,
    clockSkewMs: n * CLOCK_SKEW_MS,
    logFile: values.logs && join(values.logs, `server-${n}.log`),
  }));
  fleet = new Fleet(servers, () => (chaos.isClosed ? null : chooseStep()));
  const shop = new Shop({ fleet, sandboxUrl: sandbox.url, random, clockMs: () => chaos.clockMs });
  const chaos = new Chaos({ db, databaseUrl: url, sandbox, proxy, fleet, shop, random });
  try {
    await fleet.whenReady();
    proxy.faultRate = FAULT_RATE;
    const buyers: Buyer[] = [];
    await shopUnderFaults(db, code, shop, chaos, buyers);
    await chaos.close();
    // From here on, no server kills itself.
    await fleet.cutPower(async () => {});
    const stuck = await returnWaiting(shop);
    const pending = await settle(db, chaos, ['pending']);
    // Those that wait for their buyer to answer the bank may do so for 30 minutes.
    await fleet.cutPower(() => chaos.passTime(31 * MINUTE_MS));
    pending.push(...(await settle(db, chaos, ['pending', 'requires_action'])));
    await sandbox.control.flushWebhooks(30_000).catch(() => {});
    await waitForJobs(db);
    const defects = await findDefects({ db, buyers, sandbox, from });
    const mails = await countMails(join(dataDir, 'mail'));
    const counts = { ...chaos.counts, 'servers killed in all': fleet.kills, ...proxy.counts };
    const seconds = (performance.now() - startedAt) / 1000;
    return { buyers, shop, counts, deaths: fleet.deaths, pending, stuck, defects, mails, seconds };
  } finally {
    await fleet.close();
    await proxy.close();
    await sandbox.close();
  }
}

async function waitForJobs(db: Db): Promise<void> {
  for (let second = 0; second < 180; second += 1) {
    if ((await persist(() => countOpenJobs(db))) === 0) return;
    await sleep(1_000);
  }
}

/** Each limit with what was counted, and the cases. */
function listLimits(outcome: Outcome): Array<{ name: string; max: number; cases: string[] }> {
  const { defects, deaths, mails, pending, shop, stuck } = outcome;
  return [
    ...Object.entries(defects).map(([name, cases]) => ({ name, max: 0, cases })),
    { name: `pending ${SETTLING_MINUTES} minutes after Stripe answered again`, max: 0, cases: pending },
    { name: 'buyers who never got their purchase', max: 0, cases: stuck },
    { name: 'good cards refused without a reason', max: 0, cases: shop.wrongRefusals },
    { name: 'unexpected answers', max: 0, cases: shop.unexpected },
    { name: 'servers that ended by themselves', max: 0, cases: deaths },
    { name: 'mails sent twice', max: Math.floor(mails.sent * MAX_REPEATED_MAILS), cases: mails.repeated },
  ];
}

function createReport(outcome: Outcome): Report {
  const { buyers, counts, mails, seconds, shop } = outcome;
  const limits = listLimits(outcome);
  return {
    title: `Faults: ${buyers.length} purchases, seed ${seed}`,
    tables: [
      {
        columns: ['must not happen', 'count', 'at most'],
        rows: limits.map(({ name, max, cases }) => [name, String(cases.length), String(max)]),
      },
      {
        columns: ['what happened', 'count'],
        rows: [
          ['submissions', String(shop.submissions)],
          ['mails sent', String(mails.sent)],
          ['whole run, s', seconds.toFixed(0)],
          ...Object.entries(counts).map(([name, count]) => [name, String(count)]),
        ],
      },
      {
        columns: ['answer to a submission', 'count'],
        rows: Object.entries(shop.answers).map(([name, count]) => [name, String(count)]),
      },
    ],
    notes: limits
      .filter(({ max, cases }) => cases.length > max)
      .flatMap(({ name, cases }) => cases.map((facts) => `${name}: ${facts}`)),
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-faults-'));
// Servers start hundreds of times, so cache their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compiled');
try {
  // A commit must survive a crash of the database, which the tests' own server does not promise.
  const settings = { synchronous_commit: 'on' };
  await withDatabase(async (database) => {
    const machine = describeMachine(database.description);
    const outcome = await run(database, dataDir);
    await publish('faults', machine, createReport(outcome));
    const hasPassed = listLimits(outcome).every(({ max, cases }) => cases.length <= max);
    process.exitCode = hasPassed ? 0 : 1;
  }, settings);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
