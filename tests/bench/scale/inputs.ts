import { z } from 'zod';

const size = z.object({
  name: z.string(),
  rows: z.number(),
  rowBytes: z.number(),
  heapBytes: z.number(),
  indexBytes: z.number(),
});
const cost = z.object({
  databaseCpuMs: z.number(),
  serverCpuMs: z.number(),
  walBytes: z.number(),
  rate: z.number(),
});
export const measuredFile = z.object({
  machine: z.string(),
  at: z.string(),
  members: z.number(),
  storeCount: z.number(),
  perMember: z.array(size),
  perRenewal: z.array(size),
  perStore: z.array(size),
  costs: z.object({ joining: cost, renewing: cost, exactCount: cost }),
  flushes: z.array(cost.extend({ counters: z.number() })),
});
export type Size = z.infer<typeof size>;

/** CPU time per call, from RESULTS.md (`npm run bench`, 16 clients). */
export const VERIFICATION = { serverCpuMs: 0.357, databaseCpuMs: 0.07 };
export const SEARCH = { serverCpuMs: 1.04, databaseCpuMs: 1.91 };

/** Assumptions, not measurements. `maxBusy` is a fraction of a core's time. */
export const ASSUMED = {
  members: 100_000_000,
  stores: 10_000_000,
  verificationsPerSecond: 100_000,
  searchesPerSecond: 2_000,
  newMembersPerMonthPercent: 3,
  peakFactor: 5,
  maxBusy: 0.6,
};
export const MONTH_SECONDS = 30.44 * 86_400;

/** How many days the rows of a table are kept, for tables whose rows are eventually deleted. */
export const KEPT_DAYS: Record<string, number> = {
  'pgboss.job_common': 7,
  stripe_events: 90,
  sent_mails: 30,
  sessions: 30,
  rate_limits: 0.1,
  rate_limit_shares: 0.1,
  'pgboss.queue': 0,
};

export const sum = (sizes: readonly Size[], of: (size: Size) => number) =>
  sizes.reduce((total, row) => total + of(row), 0);
export const bytesOf = ({ heapBytes, indexBytes }: Size) => heapBytes + indexBytes;

/**
 * Spreads a table's size evenly over its rows. The rows of renewals reuse space that updates freed, so the
 * table's growth would attribute too little to them, and too much to earlier rows.
 */
export function spreadEvenly(sizes: readonly Size[], tables: ReadonlyArray<readonly Size[]>): Size[] {
  return sizes.map((size) => {
    const parts = tables.flatMap((table) => table.filter(({ name }) => name === size.name));
    const share =
      size.rows /
      Math.max(
        1,
        sum(parts, ({ rows }) => rows),
      );
    return {
      ...size,
      heapBytes: share * sum(parts, ({ heapBytes }) => heapBytes),
      indexBytes: share * sum(parts, ({ indexBytes }) => indexBytes),
    };
  });
}
