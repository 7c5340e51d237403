import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFigure } from '../support/figures.ts';
import { markdownTable } from '../support/table.ts';
import {
  ASSUMED,
  bytesOf,
  KEPT_DAYS,
  MONTH_SECONDS,
  measuredFile,
  SEARCH,
  type Size,
  spreadEvenly,
  sum,
  VERIFICATION,
} from './inputs.ts';
import { type LimiterPlan, simulateLimiter, simulateWaiting } from './simulate.ts';

// Computes what 100 million members and 100,000 verifications a second need, from measured.json and
// RESULTS.md. Writes ../scale.md. Usage: node tests/bench/scale/report.ts

const measured = measuredFile.parse(
  JSON.parse(await readFile(join(import.meta.dirname, 'measured.json'), 'utf8')),
);
const { costs } = measured;

const steps = [measured.perMember, measured.perRenewal];
const memberSizes = spreadEvenly(measured.perMember, steps);
const renewalSizes = spreadEvenly(measured.perRenewal, steps);
const isKept = ({ name }: Size) => !(name in KEPT_DAYS);

function formatSizeTable(sizes: readonly Size[], units: number): string {
  const rows = sizes
    .filter((row) => bytesOf(row) / units >= 1)
    .toSorted((a, b) => bytesOf(b) - bytesOf(a))
    .map((row) => [
      row.name,
      formatFigure(row.rows / units),
      formatFigure(row.rowBytes),
      formatFigure(row.heapBytes / units),
      formatFigure(row.indexBytes / units),
      formatFigure(bytesOf(row) / units),
      isKept(row) ? '' : `${KEPT_DAYS[row.name]} days`,
    ]);
  const keptSizes = sizes.filter(isKept);
  rows.push([
    'kept, together',
    '',
    '',
    formatFigure(sum(keptSizes, ({ heapBytes }) => heapBytes) / units),
    formatFigure(sum(keptSizes, ({ indexBytes }) => indexBytes) / units),
    formatFigure(sum(keptSizes, bytesOf) / units),
    '',
  ]);
  return markdownTable({
    columns: ['table', 'rows', 'bytes of a row', 'table, bytes', 'indexes, bytes', 'together', 'kept'],
    rows,
  });
}

const GB = 1e9;
const perMember = sum(memberSizes.filter(isKept), bytesOf) / measured.members;
const perRenewal = sum(renewalSizes.filter(isKept), bytesOf) / measured.members;
const perStore = sum(measured.perStore, bytesOf) / measured.storeCount;
const renewalsPerSecond = ASSUMED.members / MONTH_SECONDS;
const joinsPerSecond = (ASSUMED.members * ASSUMED.newMembersPerMonthPercent) / 100 / MONTH_SECONDS;

/**
 * Returns the bytes of a table whose rows are deleted after some days, while members renew and join at the
 * average rate.
 */
function computeTemporaryBytes(name: string): number {
  const perUnit = (sizes: readonly Size[]) =>
    sum(
      sizes.filter((row) => row.name === name),
      bytesOf,
    ) / measured.members;
  const perSecond = renewalsPerSecond * perUnit(renewalSizes) + joinsPerSecond * perUnit(memberSizes);
  return perSecond * 86_400 * (KEPT_DAYS[name] ?? 0);
}

function formatStorageTable(): string {
  const rows = [
    [
      'members with their purchase',
      `${formatFigure(perMember)} B × 100 million`,
      perMember * ASSUMED.members,
    ],
    [
      'renewals of one year',
      `${formatFigure(perRenewal)} B × 1.2 billion`,
      perRenewal * ASSUMED.members * 12,
    ],
    ['stores', `${formatFigure(perStore)} B × 10 million`, perStore * ASSUMED.stores],
    ['events of Stripe', '90 days', computeTemporaryBytes('stripe_events')],
    ['finished jobs', '7 days', computeTemporaryBytes('pgboss.job_common')],
    ['records of sent mails', '30 days', computeTemporaryBytes('sent_mails')],
  ] as const;
  return markdownTable({
    columns: ['what', 'from', 'GB'],
    rows: rows.map(([what, from, bytes]) => [what, from, formatFigure(bytes / GB)]),
  });
}

function formatWriterTable(limiter: {
  writtenPerSecond: number;
  databaseMs: number;
  walBytes: number;
}): string {
  const rows = [
    ['renewals, average', renewalsPerSecond, costs.renewing],
    ['renewals, peak', renewalsPerSecond * ASSUMED.peakFactor, costs.renewing],
    ['new members, average', joinsPerSecond, costs.joining],
    ['exactly counted calls, one per new member', joinsPerSecond, costs.exactCount],
    [
      'counters of 100,000 verifications, as built',
      limiter.writtenPerSecond,
      { databaseCpuMs: limiter.databaseMs, walBytes: limiter.walBytes },
    ],
  ] as const;
  return markdownTable({
    columns: ['work of the writer', 'per second', 'CPU ms each', 'cores', 'WAL, MB/s'],
    rows: rows.map(([work, rate, each]) => [
      work,
      formatFigure(rate),
      formatFigure(each.databaseCpuMs),
      formatFigure((rate * each.databaseCpuMs) / 1000),
      formatFigure((rate * each.walBytes) / 1e6),
    ]),
  });
}

/** Interpolates the cost per counter of a flush with this many counters between the measured flushes. */
function interpolateCounterCost(counters: number): { databaseMs: number; walBytes: number } {
  const points = measured.flushes;
  const above = points.find((point) => point.counters >= counters) ?? points.at(-1);
  const below = points.findLast((point) => point.counters <= counters) ?? points[0];
  if (!above || !below) throw new Error('No flush was measured');
  const span = Math.log(above.counters) - Math.log(below.counters);
  const share = span === 0 ? 0 : (Math.log(counters) - Math.log(below.counters)) / span;
  const between = (from: number, to: number) => from + (to - from) * share;
  return {
    databaseMs: between(below.databaseCpuMs, above.databaseCpuMs),
    walBytes: between(below.walBytes, above.walBytes),
  };
}

const PROCESSES = Math.ceil(
  (ASSUMED.verificationsPerSecond * VERIFICATION.serverCpuMs) / 1000 / ASSUMED.maxBusy,
);
const AS_BUILT: LimiterPlan = { name: 'as built', hasAffinity: false, flushMs: 250, minShared: 1 };
const PLANS: LimiterPlan[] = [
  AS_BUILT,
  { ...AS_BUILT, name: 'the proxy sends an address to one process', hasAffinity: true },
  { ...AS_BUILT, name: 'the same, written every 2 s', hasAffinity: true, flushMs: 2_000 },
  {
    ...AS_BUILT,
    name: 'the same, only counters above a quarter of the limit',
    hasAffinity: true,
    minShared: 30,
  },
];

/** How many minutes counters are kept: the product deletes them hourly once they are 2 hours old. */
const COUNTER_MINUTES = 120;
/**
 * The bytes of a counter's row and its indexes. Probably too high, because the measured table has few rows,
 * many of which were updated.
 */
const counterBytes = (() => {
  const shares = memberSizes.filter(({ name }) => name === 'rate_limit_shares');
  return sum(shares, bytesOf) / sum(shares, ({ rows }) => rows);
})();

function runLimiter(plan: LimiterPlan, addresses: number) {
  const load = { addresses, processes: PROCESSES, callsPerSecond: ASSUMED.verificationsPerSecond };
  const { writtenPerSecond, rowsPerMinute } = simulateLimiter(plan, load);
  const perFlush = Math.max(1, (writtenPerSecond * plan.flushMs) / 1000 / PROCESSES);
  const rows = rowsPerMinute * COUNTER_MINUTES;
  return { writtenPerSecond, perFlush, rows, ...interpolateCounterCost(perFlush) };
}

function formatLimiterTable(): string {
  const rows = PLANS.flatMap((plan) =>
    [1_000_000, 100_000].map((addresses) => {
      const run = runLimiter(plan, addresses);
      return [
        plan.name,
        addresses.toLocaleString('en-US'),
        formatFigure(run.writtenPerSecond),
        formatFigure(run.perFlush),
        formatFigure((run.writtenPerSecond * run.databaseMs) / 1000),
        formatFigure(run.rows / 1e6),
        formatFigure((run.rows * counterBytes) / GB),
      ];
    }),
  );
  rows.push(['counted at the proxy (stick tables)', 'any', '0', '0', '0', '0', '0']);
  return markdownTable({
    columns: ['counting', 'addresses', 'counters/s', 'per flush', 'writer cores', 'million rows', 'GB'],
    rows,
  });
}

function readsTable(): string {
  const load = { callsPerSecond: ASSUMED.verificationsPerSecond };
  const rows = [
    ...[10, 12, 16, 24].map((cores) => ({
      on: 'replicas, the reads',
      isShared: true,
      serviceMs: VERIFICATION.databaseCpuMs,
      cores,
    })),
    ...[40, 48, PROCESSES, 80].map((cores) => ({
      on: 'web processes, a core each',
      isShared: false,
      serviceMs: VERIFICATION.serverCpuMs,
      cores,
    })),
  ].map(({ on, isShared, serviceMs, cores }) => {
    const { busy, p50, p99 } = simulateWaiting({ ...load, isShared, serviceMs, cores });
    return [on, String(cores), `${formatFigure(busy * 100)} %`, formatFigure(p50), formatFigure(p99)];
  });
  return markdownTable({ columns: ['where', 'cores', 'busy', 'wait p50, ms', 'wait p99, ms'], rows });
}

function formatFlushTable(): string {
  return markdownTable({
    columns: ['counters in a flush', 'CPU ms per counter', 'WAL bytes per counter'],
    rows: measured.flushes.map(({ counters, databaseCpuMs, walBytes }) => [
      counters.toLocaleString('en-US'),
      formatFigure(databaseCpuMs),
      formatFigure(walBytes),
    ]),
  });
}

const limiterAsBuilt = runLimiter(AS_BUILT, 1_000_000);
const searchCores = (ASSUMED.searchesPerSecond * SEARCH.databaseCpuMs) / 1000;
const text = `# 100 million members, on paper

Written by \`node tests/bench/scale/report.ts\` from \`scale/measured.json\` (\`node tests/bench/scale/measure.ts\`).
**Measured** on ${measured.machine.replace('Machine: ', 'a machine with ')}, ${measured.at.slice(0, 16).replace('T', ' ')} UTC: ${measured.members.toLocaleString('en-US')} members
who registered and bought over HTTP, and renewed once; ${measured.storeCount.toLocaleString('en-US')} generated stores. The costs of a
verification (${VERIFICATION.serverCpuMs} ms of a server's CPU, ${VERIFICATION.databaseCpuMs} ms of the database's without limits) and a radius search
(${SEARCH.databaseCpuMs} ms) are measured too: [RESULTS.md](RESULTS.md), 16 clients. **Assumed:** ${ASSUMED.newMembersPerMonthPercent} % new members a month, peaks of
${ASSUMED.peakFactor} times the average, processors at most ${ASSUMED.maxBusy * 100} % busy. **Computed** from these: everything else. Nothing ran at this size.

## Row sizes (measured)

A table's size is spread evenly over its rows. Per member who joined: an account, a purchase with its jobs and mails, a subscription, a membership.

${formatSizeTable(memberSizes, measured.members)}

Per renewal, with its events, jobs, and ledger entries:

${formatSizeTable(renewalSizes, measured.members)}

Per store, among ${measured.storeCount.toLocaleString('en-US')}:

${formatSizeTable(measured.perStore, measured.storeCount)}

## Storage (computed)

${formatStorageTable()}

Not measured: Stripe's fee for each charge, which adds a ledger entry with postings when the balance transactions are read
(estimated from the entries above: 0.7 kB per payment), and free space that updates leave over the years.

## The writer (computed from measured costs)

${formatWriterTable(limiterAsBuilt)}

The CPU of a renewal and of a new member includes webhooks, jobs, and the queue's polling, that of a new member also a
registration and a sign-in.

## The limiter at ${ASSUMED.verificationsPerSecond.toLocaleString('en-US')} verifications a second (simulated)

${PROCESSES} processes, each call from a random address, two counters per call. The table of counters is unlogged, so it neither fills
the write-ahead log nor reaches a replica. What a counter costs (measured):

${formatFlushTable()}

${formatLimiterTable()}

Rows are what the table holds while counters are kept for 2 hours, at ${formatFigure(counterBytes)} B each (measured on few rows, so rather too
much).

## Verification reads at ${ASSUMED.verificationsPerSecond.toLocaleString('en-US')} a second (simulated)

Calls arrive at random and take exponentially distributed times with the measured mean. A read takes any free core of the
replicas. A call waits for the one process to which the proxy sent it.

${readsTable()}

${ASSUMED.searchesPerSecond.toLocaleString('en-US')} searches a second need ${formatFigure(searchCores)} cores of replicas more, or ${formatFigure(searchCores / ASSUMED.maxBusy)} at ${ASSUMED.maxBusy * 100} %.
`;
await writeFile(join(import.meta.dirname, '../scale.md'), text);
console.log(text);
