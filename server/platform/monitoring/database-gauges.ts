import { lowestIdAt } from '../../lib/ids.ts';
import type { Deps } from '../deps.ts';
import {
  countAccountsFrom,
  countSales,
  findOldestPendingPurchase,
  readDatabaseClock,
} from './database-gauges.repository.ts';
import type { Gauge } from './gauges.ts';

const HOUR_MS = 3_600_000;

type GaugeDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;

/**
 * Reads the gauges that are the same in every process. Reads them one after the other, so that a scrape
 * never takes more than one connection from the requests.
 */
export async function readDatabaseGauges({ db, now, jobs }: GaugeDeps): Promise<Gauge[]> {
  const at = now();
  const hourAgo = new Date(at.getTime() - HOUR_MS);
  const clockOffsetMs = await readClockOffset(db);
  const queues = await jobs.readQueues();
  const deadLetters = await jobs.deadLetters.count();
  const oldestPending = await findOldestPendingPurchase(db);
  const salesByKind = await countSales(db, hourAgo);
  const signUpCount = await countAccountsFrom(db, lowestIdAt(hourAgo));
  const createGauge = (name: string, help: string, ...samples: Gauge['samples']) => ({ name, help, samples });
  return [
    createGauge('database_clock_offset_seconds', "The database's clock minus this process's", {
      value: clockOffsetMs / 1000,
    }),
    createGauge(
      'jobs',
      'Jobs by state, up to 30 seconds old',
      ...queues.flatMap(({ queue, counts }) =>
        Object.entries(counts).map(([state, value]) => ({ labels: { queue, state }, value })),
      ),
    ),
    createGauge(
      'oldest_job_seconds',
      'How long the oldest job that is due has waited; 0 if there is none',
      ...queues.map(({ queue, oldestDueAt }) => ({
        labels: { queue },
        value: secondsBetween(oldestDueAt, at),
      })),
    ),
    createGauge(
      'dead_letters',
      'Jobs that failed for good',
      ...deadLetters.map(({ queue, count }) => ({ labels: { queue }, value: count })),
    ),
    createGauge(
      'oldest_pending_purchase_seconds',
      "How long the oldest purchase has waited for Stripe's answer; 0 if there is none",
      { value: secondsBetween(oldestPending, at) },
    ),
    createGauge(
      'sales_last_hour',
      'Purchases paid in the last hour, at most 50,000',
      ...salesByKind.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    ),
    createGauge(
      'sales_last_hour_cents',
      'What these purchases cost',
      ...salesByKind.map(({ kind, cents }) => ({ labels: { kind }, value: cents })),
    ),
    createGauge('sign_ups_last_hour', 'Accounts created in the last hour, at most 50,000', {
      value: signUpCount,
    }),
  ];
}

/** Returns how far the database's clock is ahead of ours, in milliseconds. */
async function readClockOffset(db: GaugeDeps['db']): Promise<number> {
  const sentAt = Date.now();
  const databaseClock = await readDatabaseClock(db);
  return databaseClock.getTime() - (sentAt + Date.now()) / 2;
}

function secondsBetween(earlier: Date | null, later: Date): number {
  return earlier ? Math.max(0, (later.getTime() - earlier.getTime()) / 1000) : 0;
}
