import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { loadSecrets } from '#server/platform/config/secrets.ts';
import { spawnSandbox } from '#server/sandbox/spawn.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS, type DoomedOptions, PAYMENT_STEPS } from '#tests/helpers/crash/steps.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { Chaos, retry } from './faults/chaos.ts';
import { countOpenJobs, findDefects } from './faults/check.ts';
import { loseDatabase } from './faults/database-outage.ts';
import { DatabaseProxy, openDatabase } from './faults/database-proxy.ts';
import { Fleet } from './faults/fleet.ts';
import { countMails } from './faults/mails.ts';
import { createReport, listLimits, type Outcome } from './faults/report.ts';
import { Run } from './faults/run.ts';
import { Shop } from './faults/shopping.ts';
import { describeBuyer } from './faults/story.ts';
import { choose, StripeProxy } from './faults/stripe-proxy.ts';
import { withDatabaseUrl } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { publish } from './support/report.ts';

// Buys through two servers while faults are injected, then compares the buyers' records with our database and
// Stripe. Fails if a purchase was lost, charged twice or late, or left open, or if too many emails were sent
// twice. tests/README.md lists all failure conditions.
// Usage:
//   node tests/bench/faults.ts [--purchases 5000] [--seed 20261122] [--minutes 240] [--outage 60] [--logs <folder>]

const { values } = parseArgs({
  options: {
    purchases: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '20261122' },
    /** Ends the fault phase after this many minutes, even with fewer purchases than `--purchases`. */
    minutes: { type: 'string', default: '240' },
    /** How many seconds the servers run without a database. */
    outage: { type: 'string', default: '60' },
    logs: { type: 'string' },
  },
});
const [purchases, seed, minutes, outage] = [values.purchases, values.seed, values.minutes, values.outage].map(
  Number,
);
if (!(purchases && seed && minutes && outage))
  throw new Error('Give --purchases, --seed, --minutes, and --outage as numbers');

/**
 * How many buyers shop while Stripe's responses are lost, before the final power cut. Enough that some of the
 * lost responses are declines.
 */
const LAST_BUYERS = 40;
/**
 * Multiplies the pauses between faults that stop servers. Starting a server takes seconds, so a run with many
 * purchases stops servers less often.
 */
const spacing = Math.min(6, Math.max(1, Math.round(purchases / 800)));
const FAULT_RATE = 0.08;
const CLOCK_SKEW_MS = 75_000;
/** How long a purchase may stay pending after Stripe responds again. */
const SETTLING_MINUTES = 15;
/**
 * How long Stripe stays slow: slightly more than twice the sweeper's interval, so that each server sweeps
 * while the other one charges.
 */
const SLOW_MS = 32_000;
/**
 * How many buyers shop at once while Stripe is slow. With more, the servers would respond too late on a busy
 * machine.
 */
const FEW_BUYERS = 10;
const MINUTE_MS = 60_000;
const random = seededRandom(seed);

/** Picks a random step at which a server kills itself. Returns null for about half of the starts. */
function chooseStep(): DoomedOptions['killAt'] {
  if (random() < 0.5) return null;
  const steps = [...CRASH_STEPS, ...PAYMENT_STEPS];
  return {
    step: choose(['settle:inside', ...steps], random),
    occurrence: 1 + Math.floor(random() * 20 * spacing),
  };
}

function listOpen(db: Db, statuses: ReadonlyArray<'pending' | 'requires_action'>) {
  return retry(() => db.selectFrom('purchases').select('id').where('status', 'in', statuses).execute());
}

/**
 * Moves the clocks by up to `SETTLING_MINUTES`, until no purchase has one of these statuses. Returns the ids
 * of those that still have one.
 */
async function settlePurchases(
  db: Db,
  chaos: Chaos,
  statuses: ReadonlyArray<'pending' | 'requires_action'>,
): Promise<string[]> {
  for (let minute = 0; minute < SETTLING_MINUTES; minute += 1) {
    if ((await listOpen(db, statuses)).length === 0) return [];
    // Wait longer than the sweeper's interval, so that it runs in each simulated minute.
    for (let second = 0; second < 16 && (await listOpen(db, statuses)).length > 0; second += 1)
      await sleep(1_000);
    await chaos.passTime(MINUTE_MS);
  }
  return (await listOpen(db, statuses)).map(({ id }) => id);
}

async function shopUnderFaults(run: Run, shop: Shop, chaos: Chaos): Promise<void> {
  const startedAt = performance.now();
  const deadline = startedAt + Number(minutes) * MINUTE_MS;
  await run.shopUntil(() => run.buyers.length >= Number(purchases) || performance.now() > deadline, {
    onPurchase: (count) => {
      chaos.onPurchase(count);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      if (count % 100 === 0) console.error(`${count} purchases in ${seconds} s`, shop.answers);
    },
  });
}

/**
 * Ends the faults. Returns the ids of purchases that the servers did not settle before buyers could return.
 */
async function endFaults(run: Run, chaos: Chaos, settleOpen: () => Promise<string[]>): Promise<string[]> {
  const enoughBuyers = Promise.withResolvers<void>();
  const lastCount = run.buyers.length + LAST_BUYERS;
  let pending: string[] = [];
  let isClosed = false;
  const closing = chaos
    .close(enoughBuyers.promise, async () => {
      pending = await settleOpen();
    })
    .finally(() => {
      isClosed = true;
    });
  await run.shopUntil(() => isClosed, {
    onPurchase: (count) => {
      if (count >= lastCount) enoughBuyers.resolve();
    },
  });
  await closing;
  return pending;
}

async function buyUnderFaults(url: string, db: Db, dataDir: string): Promise<Outcome> {
  const from = new Date();
  const mailFolder = join(dataDir, 'mail');
  await mkdir(mailFolder, { recursive: true });
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
  const database = new DatabaseProxy(url);
  const proxyUrl = await proxy.start();
  await sandbox.control.setWebhook({ url: `${proxyUrl}/webhook`, secret: webhookSecret });
  await sandbox.control.settings({ shuffleMilliseconds: 2_000 });
  const server = { databaseUrl: await database.open(), dataDir, sandboxUrl: proxyUrl };
  const servers = ports.map((port, n) => ({
    ...server,
    port,
    clockSkewMs: n * CLOCK_SKEW_MS,
    logFile: values.logs && join(values.logs, `server-${n}.log`),
  }));
  fleet = new Fleet(servers, () => (chaos.isClosed ? null : chooseStep()));
  const shop = new Shop({ fleet, sandboxUrl: sandbox.url, random, clockMs: () => chaos.clockMs });
  const chaos = new Chaos({
    db,
    databaseUrl: url,
    database,
    mailFolder,
    sandbox,
    proxy,
    fleet,
    shop,
    random,
    spacing,
  });
  const run = new Run({ db, random, code, shop });
  try {
    await fleet.whenReady();
    proxy.faultRate = FAULT_RATE;
    await run.measure('purchases under faults', () => shopUnderFaults(run, shop, chaos));
    const settleOpen = (...statuses: Parameters<typeof settlePurchases>[2]) =>
      run.measure('settling', () => settlePurchases(db, chaos, statuses));
    const pendingIds = await run.measure('end of the faults', () =>
      endFaults(run, chaos, () => settleOpen('pending')),
    );
    const databaseOutage = await run.measure('a minute without the database', () =>
      loseDatabase({
        database,
        fleet,
        seconds: Number(outage),
        shopUntil: (isOver) => run.shopUntil(isOver),
      }),
    );
    shop.isCalm = true;
    const stuck = await run.measure('buyers who come back', () => run.returnWaiting());
    await run.measure('slow answers, although nothing fails', async () => {
      proxy.isSlow = true;
      const endsAt = performance.now() + SLOW_MS;
      await run.shopUntil(() => performance.now() > endsAt, { buyersAtOnce: FEW_BUYERS });
      proxy.isSlow = false;
    });
    pendingIds.push(...(await settleOpen('pending')));
    // A purchase may wait up to 30 minutes for its buyer to complete the bank's check.
    await fleet.cutPower(async () => {
      await chaos.passTime(31 * MINUTE_MS);
      await chaos.passTimeForJobs(31 * MINUTE_MS);
    });
    pendingIds.push(...(await settleOpen('pending', 'requires_action')));
    await run.measure('jobs', async () => {
      await sandbox.control.flushWebhooks(30_000).catch(() => {});
      await waitForJobs(db);
    });
    const { buyers, seconds } = run;
    const defects = await run.measure('checks', () => findDefects({ db, buyers, sandbox, from }));
    const sentMails = await countMails(mailFolder, fleet.killedAt);
    const counts = { ...chaos.counts, 'servers killed in all': fleet.killedAt.length, ...proxy.counts };
    return {
      buyers,
      shop,
      counts,
      unexpectedExits: fleet.unexpectedExits,
      pending: pendingIds,
      stuck: await Promise.all(stuck.map((buyer) => describeBuyer(db, buyer))),
      wrongAnswers: await Promise.all(
        shop.wrongAnswers.map(async ({ name, buyer, code }) => ({
          name,
          facts: `${code}: ${await describeBuyer(db, buyer)}`,
        })),
      ),
      defects,
      mails: sentMails,
      databaseOutage,
      seconds,
    };
  } finally {
    await fleet.close();
    await database.close();
    await proxy.close();
    await sandbox.close();
  }
}

async function waitForJobs(db: Db): Promise<void> {
  for (let second = 0; second < 180; second += 1) {
    if ((await retry(() => countOpenJobs(db))) === 0) return;
    await sleep(1_000);
  }
}

if (values.logs) await mkdir(values.logs, { recursive: true });
const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-faults-'));
// Servers start hundreds of times, so cache their compiled code.
process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compiled');
try {
  // A commit must survive a database crash, which the tests' PostgreSQL settings don't guarantee.
  const settings = { synchronous_commit: 'on' };
  await withDatabaseUrl(async (url, description) => {
    const db = openDatabase(url);
    const outcome = await buyUnderFaults(url, db, dataDir).finally(() => db.destroy());
    const title = `Faults: ${outcome.buyers.length} purchases, seed ${seed}`;
    await publish('faults', describeMachine(description), createReport(outcome, title));
    const hasPassed = listLimits(outcome).every(({ max, cases }) => cases.length <= max);
    process.exitCode = hasPassed ? 0 : 1;
  }, settings);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
