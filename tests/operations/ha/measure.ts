import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import type { SpawnedSandbox } from '#server/sandbox/spawn.ts';
import { retry } from '#tests/bench/faults/chaos.ts';
import { countOpenJobs, findDefects } from '#tests/bench/faults/check.ts';
import type { Run } from '#tests/bench/faults/run.ts';
import type { Shop } from '#tests/bench/faults/shopping.ts';
import type { Cluster } from './cluster.ts';
import type { HaEvent } from './events.ts';
import type { Probe } from './probe.ts';
import type { Program } from './program.ts';

const BUYERS_AT_ONCE = 12;
/** The fraction of the purchases that are paid before the event. */
const SHARE_BEFORE = 0.3;
/** How long everything must have worked again before an event counts as over. */
const CALM_MS = 8_000;
const MAX_EVENT_MS = 180_000;
const SETTLE_SECONDS = 120;
const OPEN_ANSWER = / (?:lost|UNAVAILABLE|PAYMENT_UNCONFIRMED)\b/;

export interface Rig {
  cluster: Cluster;
  processes: readonly Program[];
  sandbox: SpawnedSandbox;
  db: Db;
  shop: Shop;
  run: Run;
  /** Probes that write to the database, check the site's readiness, and search. */
  probes: { database: Probe; site: Probe; search: Probe };
  startedAt: Date;
  /** The minimum number of paid purchases per event. */
  purchases: number;
  /** Problems that were already reported for earlier events. */
  known: Set<string>;
}

export interface Measurement {
  event: string;
  /**
   * Seconds from the event until writes, readiness, and searches worked again. Undefined if they still
   * failed.
   */
  writableSeconds: number | undefined;
  readySeconds: number | undefined;
  searchSeconds: number | undefined;
  paid: number;
  /** How many buyers got no response, or one that didn't reveal the outcome. */
  retried: number;
  /** How many requests got a 503. */
  unavailable: number;
  problems: Record<'lost' | 'double' | 'dead processes' | 'other', string[]>;
}

/** Causes the event while buyers buy, restarts what it killed, and checks every purchase. */
export async function measure(rig: Rig, event: HaEvent): Promise<Measurement> {
  const { cluster, probes, purchases, run } = rig;
  await cluster.whenHealthy();
  console.error(event.name);
  const firstBuyer = run.buyers.length;
  const countPaid = () =>
    run.buyers.slice(firstBuyer).filter(({ lastOutcome }) => lastOutcome === 'paid').length;
  const deadline = performance.now() + MAX_EVENT_MS;
  let brokenAt = Number.POSITIVE_INFINITY;
  let worksSince = Number.POSITIVE_INFINITY;
  const isOver = () => {
    const now = performance.now();
    const works = Object.values(probes).every((probe) => probe.outageSince(brokenAt) !== undefined);
    worksSince = works ? Math.min(worksSince, now) : Number.POSITIVE_INFINITY;
    const isCalm = now - Math.max(worksSince, brokenAt) > CALM_MS;
    return now > deadline || (isCalm && countPaid() >= purchases);
  };
  const shopping = run.shopUntil(isOver, { buyersAtOnce: BUYERS_AT_ONCE });
  while (countPaid() < purchases * SHARE_BEFORE && performance.now() < deadline) await sleep(50);
  brokenAt = performance.now();
  const startAgain = await event.run(cluster);
  const buyers = await shopping;
  const writableSeconds = probes.database.outageSince(brokenAt);
  const readySeconds = probes.site.outageSince(brokenAt);
  const searchSeconds = probes.search.outageSince(brokenAt);
  startAgain();
  await cluster.whenHealthy();
  await run.returnWaiting();
  const pendingIds = await settlePurchases(rig);
  const statuses = buyers.flatMap(({ client }) => client.statuses);
  return {
    event: event.name,
    writableSeconds,
    readySeconds,
    searchSeconds,
    paid: countPaid(),
    retried: buyers.filter(({ history }) => history.some((answer) => OPEN_ANSWER.test(answer))).length,
    unavailable: statuses.filter((status) => status === 503).length,
    problems: await findProblems(rig, [
      ...pendingIds.map((id) => `${id} is still pending`),
      ...statuses.filter((status) => status >= 500 && status !== 503).map((status) => `a response ${status}`),
    ]),
  };
}

/**
 * Waits up to `SETTLE_SECONDS` for all purchases to settle and all jobs to finish. Returns the ids of
 * purchases that are still pending.
 */
async function settlePurchases({ db, sandbox }: Rig): Promise<string[]> {
  await sandbox.control.flushWebhooks(30_000).catch(() => {});
  let ids: string[] = [];
  for (let second = 0; second < SETTLE_SECONDS; second += 1) {
    const openPurchases = db.selectFrom('purchases').select('id').where('status', '=', 'pending');
    ids = (await retry(() => openPurchases.execute())).map(({ id }) => id);
    if (ids.length === 0 && (await retry(() => countOpenJobs(db))) === 0) return [];
    await sleep(1_000);
  }
  return ids;
}

/** Returns the problems that no earlier event reported. */
async function findProblems(rig: Rig, others: readonly string[]): Promise<Measurement['problems']> {
  const { db, run, sandbox, startedAt, known, processes, shop } = rig;
  const defects = await findDefects({ db, buyers: run.buyers, sandbox, from: startedAt });
  const { lost, double, 'leaked holds': holds, ...otherDefects } = defects;
  const wrongAnswers = shop.wrongAnswers
    .splice(0)
    .map(({ name, code, buyer }) => `${name}: ${code} for ${buyer.email}`);
  const takeNew = (cases: readonly string[]) => cases.filter((text) => !known.has(text));
  const problems = {
    lost: takeNew(lost),
    double: takeNew(double),
    'dead processes': takeNew(processes.flatMap(({ deaths }) => deaths)),
    other: takeNew([
      ...Object.values(otherDefects).flat(),
      // A purchase may hold its promo code for 30 minutes while it waits for the bank's check.
      ...holds.filter((hold) => !hold.endsWith('requires_action')),
      ...wrongAnswers,
      ...others,
    ]),
  };
  for (const text of Object.values(problems).flat()) known.add(text);
  return problems;
}
