import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openAlertRig, type Rig } from './support/alert-rig.ts';
import { readFirstCommands, startPrometheus } from './support/prometheus.ts';

// Starts the product, its database with a replica, Stripe's sandbox, a mail server, and Prometheus with our
// rules; causes faults one after the other; and checks that each raises its alert within two minutes, and that
// the alert's first command in ALERTS.md shows the cause. Needs root and Debian's packages postgresql,
// prometheus, and faketime; takes about a quarter of an hour. Usage:
//   node tests/operations/alerts.ts [names of alerts]

const MAX_SECONDS = 120;
/** The scrape interval. Longer than the metrics endpoint waits for a database that hangs. */
const SCRAPE_SECONDS = 5;
const run = promisify(execFile);

interface Fault {
  fault: string;
  alert: string;
  inject(rig: Rig): Promise<unknown>;
  heal(rig: Rig): Promise<unknown>;
  /** What the first command must show. */
  shows: RegExp;
}

const FAULTS: Fault[] = [
  {
    fault: 'database away',
    alert: 'DatabaseAway',
    inject: (rig) => rig.database.close(),
    heal: (rig) => rig.database.open(),
    shows: /connection to server .* failed: Connection refused/,
  },
  {
    fault: 'replica lag',
    alert: 'ReplicaLagging',
    inject: (rig) => retry(() => rig.replica.query('select pg_wal_replay_pause()')),
    heal: (rig) => retry(() => rig.replica.query('select pg_wal_replay_resume()')),
    shows: /paused[^\n]*\n[^\n]*\n\s*t\s/,
  },
  {
    fault: 'Stripe down',
    alert: 'StripeDown',
    inject: (rig) => rig.stripe.close(),
    heal: (rig) => rig.stripe.open(),
    shows: /stripe_calls_total\{outcome="unreachable"\} [1-9]/,
  },
  {
    fault: 'a job that always fails',
    alert: 'JobFails',
    // 'none' is not a valid id, so the job fails every time.
    inject: (rig) =>
      rig.query(
        `insert into pgboss.job (name, data, retry_limit, retry_delay) values ('list-trial', '{"accountId":"none"}', 20, 2)`,
      ),
    heal: (rig) => rig.query(`delete from pgboss.job where name = 'list-trial'`),
    shows: /job failed.*invalid input syntax for type uuid/,
  },
  {
    fault: 'mail down',
    alert: 'MailDown',
    inject: (rig) => rig.stopMailServer(),
    heal: (rig) => rig.startMailServer(),
    shows: /ECONNREFUSED/,
  },
  {
    fault: 'disk full',
    alert: 'DiskFull',
    inject: (rig) => rig.fillDisk(),
    heal: (rig) => rig.emptyDisk(),
    shows: /(9\d|100)% \S+\n[\s\S]*filler/,
  },
  {
    fault: 'wrong webhook secret',
    alert: 'StripeWebhooksRefused',
    inject: (rig) => rig.signEventsWith('whsec_rolled_at_stripe'),
    heal: (rig) => rig.signEventsWith(null),
    shows: /webhook refused.*No signatures found matching/,
  },
  {
    fault: 'certificate near its end',
    alert: 'CertificateEnding',
    inject: async (rig) => {
      await rig.serveCertificate(5);
      await rig.restart();
    },
    heal: async (rig) => {
      await rig.serveCertificate(365);
      await rig.restart();
    },
    shows: /notAfter=/,
  },
  {
    fault: 'clock 75 s ahead',
    alert: 'ClockWrong',
    inject: (rig) => rig.restart(75),
    heal: (rig) => rig.restart(),
    shows: /database_clock_offset_seconds -7\d/,
  },
  {
    fault: 'pool exhausted',
    alert: 'DatabasePoolExhausted',
    inject: (rig) => rig.lockPlans(),
    heal: (rig) => rig.unlockPlans(),
    shows: /Lock[\s\S]*\{\d+\}/,
  },
];

/** Retries for about 5 seconds, because the replica cancels statements that conflict with its replay. */
async function retry(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(250);
    }
  }
}

const names = process.argv.slice(2);
const faults = FAULTS.filter(({ alert }) => names.length === 0 || names.includes(alert));
const commands = await readFirstCommands();
const folder = await mkdtemp(join(tmpdir(), 'everything-card-alerts-'));
const rig = await openAlertRig(folder);
const prometheus = await startPrometheus([rig.metricsPort], SCRAPE_SECONDS);
const rows: string[] = [];
let failureCount = 0;

/**
 * Runs the alert's first command as an operator would. Ignores the exit code, because psql fails if the
 * database is down.
 */
async function runFirstCommand(alert: string): Promise<string> {
  const log = join(folder, 'product.log');
  // This log is formatted for people, with indented continuation lines. Put each entry on a single line.
  await writeFile(log, rig.readLog().replaceAll(/\n\s+/g, ' '));
  const env = { ...process.env, ...rig.operatorSettings(), LOGS: `cat ${log}` };
  const result = await run('bash', ['-c', commands.get(alert) ?? ''], { env, timeout: 30_000 }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  return `${result.stdout}${result.stderr}`;
}

/** Returns how many seconds the alert took to fire, or null if it didn't. */
async function waitForAlert(alert: string): Promise<number | null> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < MAX_SECONDS * 1_000) {
    if ((await prometheus.listFiring()).has(alert)) return (Date.now() - startedAt) / 1_000;
    await sleep(500);
  }
  return null;
}

try {
  // Wait until every rule has seen the product work. On a busy machine, alerts may fire for longer.
  await sleep(70_000);
  let earlyAlerts = await prometheus.listFiring();
  for (let waits = 0; earlyAlerts.size > 0 && waits < 12; waits += 1) {
    await sleep(10_000);
    earlyAlerts = await prometheus.listFiring();
  }
  console.log(`firing before the first fault: ${[...earlyAlerts].join(', ') || 'none'}`);
  if (earlyAlerts.size > 0) failureCount += 1;
  for (const { fault, alert, inject, heal, shows } of faults) {
    // An alert that was already firing proves nothing.
    const wasFiring = (await prometheus.listFiring()).has(alert);
    await inject(rig);
    const seconds = wasFiring ? null : await waitForAlert(alert);
    const otherAlerts = [...(await prometheus.listFiring())].filter((name) => name !== alert);
    const output = await runFirstCommand(alert);
    const isShown = shows.test(output);
    if (seconds === null || !isShown) failureCount += 1;
    const time = seconds === null ? 'NOT RAISED' : `${seconds.toFixed(0)} s`;
    rows.push(`| ${[fault, alert, time, isShown ? 'yes' : 'NO', otherAlerts.join(', ')].join(' | ')} |`);
    console.log(`${rows.at(-1)}\n${output.slice(0, 1_500)}\n`);
    await heal(rig);
    await sleep(15_000);
  }
} finally {
  await prometheus.stop();
  await rig.close();
  await rm(folder, { recursive: true, force: true });
}
console.log('| fault | alert | raised after | its command shows the cause | other alerts at that time |');
console.log('|---|---|---:|---|---|');
console.log(rows.join('\n'));
process.exit(failureCount > 0 ? 1 : 0);
