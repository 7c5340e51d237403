import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { spawnSandbox } from '#server/sandbox/spawn.ts';
import { openDatabase } from '#tests/bench/faults/database-proxy.ts';
import { Run } from '#tests/bench/faults/run.ts';
import { Shop } from '#tests/bench/faults/shopping.ts';
import { describeMachine } from '#tests/bench/support/machine.ts';
import { publish, type Report } from '#tests/bench/support/report.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { STRIPE } from '#tests/helpers/settings.ts';
import { Cluster } from './ha/cluster.ts';
import { EVENTS } from './ha/events.ts';
import { type Measurement, measure, type Rig } from './ha/measure.ts';
import { Probe, requireReady, searchSavings, writeBeat } from './ha/probe.ts';
import { requirePrograms } from './ha/program.ts';
import { describeProcesses, startSite } from './ha/site.ts';

// Runs processes of the product on a highly available database on this machine: etcd, Patroni, HAProxy, and
// pgbouncer from Debian packages, with the configuration in server/deploy/ha. Breaks one part after another
// while buyers buy, and prints how buyers were affected. Exits with 1 if a purchase was lost or doubled, a
// process ended, or the site wasn't ready again within 30 seconds. Usage:
//   node tests/operations/ha.ts [--purchases 200] [--seed 1] [--logs <folder>] [words in the event names]

const { values, positionals } = parseArgs({
  options: {
    purchases: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    logs: { type: 'string' },
  },
  allowPositionals: true,
});
const purchases = Number(values.purchases);
const MAX_READY_SECONDS = 30;

function hasPassed({ writableSeconds, readySeconds, searchSeconds, paid, problems }: Measurement): boolean {
  if (writableSeconds === undefined || readySeconds === undefined || searchSeconds === undefined)
    return false;
  const isClean = Object.values(problems).every(({ length }) => length === 0);
  return isClean && readySeconds <= MAX_READY_SECONDS && paid >= purchases;
}

const inSeconds = (value: number | undefined) => (value === undefined ? 'never' : `${value.toFixed(1)} s`);

function createReport(measurements: readonly Measurement[], processes: Report['tables'][number]): Report {
  return {
    title: 'Events of a highly available database',
    tables: [
      {
        columns: [
          'event',
          'database writable',
          'site ready',
          'searches',
          'purchases',
          'tried again',
          '503s',
          'lost / doubled',
          'dead processes',
          'other problems',
        ],
        rows: measurements.map(({ problems, ...measured }) => [
          measured.event,
          inSeconds(measured.writableSeconds),
          inSeconds(measured.readySeconds),
          inSeconds(measured.searchSeconds),
          String(measured.paid),
          String(measured.retried),
          String(measured.unavailable),
          `${problems.lost.length} / ${problems.double.length}`,
          String(problems['dead processes'].length),
          String(problems.other.length),
        ]),
      },
      processes,
    ],
    notes: [
      'The times are from the event until it worked again; 0.0 s: no probe failed.',
      ...measurements.flatMap(({ event, problems }) =>
        Object.entries(problems).flatMap(([kind, cases]) =>
          cases.map((text) => `${event}: ${kind}: ${text}`),
        ),
      ),
    ],
  };
}

async function breakEverything(folder: string, logs: string): Promise<boolean> {
  const closers: Array<() => Promise<unknown>> = [];
  try {
    const cluster = await Cluster.create(join(folder, 'cluster'), logs);
    closers.unshift(() => cluster.stop());
    await cluster.start();
    const dataDir = join(folder, 'data');
    const webhookSecret = STRIPE.STRIPE_WEBHOOK_SECRET;
    const sandbox = await spawnSandbox({ dataDir, secretKey: 'sk_test_faults', webhookSecret });
    closers.unshift(() => sandbox.close());
    const siteUrl = `http://127.0.0.1:${cluster.sitePort}`;
    await sandbox.control.setWebhook({ url: `${siteUrl}/api/stripe/webhook`, secret: webhookSecret });
    const site = await startSite({ cluster, sandboxUrl: sandbox.url, dataDir, logs });
    closers.unshift(() => site.stop());
    const db = openDatabase(cluster.url());
    closers.unshift(() => db.destroy());
    const probes = {
      database: new Probe(() => writeBeat(cluster.url('probe'))),
      site: new Probe(() => requireReady(siteUrl)),
      search: new Probe(() => searchSavings(siteUrl)),
    };
    closers.unshift(...Object.values(probes).map((probe) => () => probe.close()));
    const random = seededRandom(Number(values.seed));
    // To buyers, the proxy is a single server that is always available.
    const fleet = { ports: () => [cluster.sitePort], generationOf: () => 0, whenAnyReady: async () => {} };
    const shop = new Shop({ fleet, sandboxUrl: sandbox.url, random, clockMs: () => 0 });
    const { code } = await makePromoCode(db, { percentOff: 50, amountOff: null });
    const run = new Run({ db, random, code, shop });
    const rig: Rig = {
      cluster,
      processes: site.processes,
      sandbox,
      db,
      shop,
      run,
      probes,
      startedAt: new Date(),
      purchases,
      known: new Set(),
    };
    const events = EVENTS.filter(({ name }) => positionals.every((word) => name.includes(word)));
    const measurements: Measurement[] = [];
    for (const event of events) measurements.push(await measure(rig, event));
    const report = createReport(measurements, await describeProcesses(site));
    await publish('ha', describeMachine('etcd, Patroni, HAProxy, and pgbouncer of Debian'), report);
    return measurements.every(hasPassed);
  } finally {
    for (const close of closers) await close().catch((error: unknown) => console.error(error));
  }
}

await requirePrograms();
const folder = await mkdtemp(join(tmpdir(), 'everything-card-ha-'));
const logs = values.logs ?? join(folder, 'logs');
try {
  await mkdir(logs, { recursive: true });
  // PostgreSQL runs as a user other than root, which must be able to enter the folder.
  await chmod(folder, 0o711);
  process.exitCode = (await breakEverything(folder, logs)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
