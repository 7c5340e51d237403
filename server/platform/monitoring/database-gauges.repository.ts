import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Bounds the cost of counting. A count at this limit means "at least". */
const MAX_COUNTED_ROWS = 50_000;

export interface SaleCount {
  kind: string;
  count: number;
  cents: number;
}

export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}

/**
 * Returns when the oldest purchase that waits for Stripe, rather than for its buyer, was submitted, or null.
 */
export async function findOldestPendingPurchase(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('purchases')
    .select(({ fn }) => fn.min('attemptStartedAt').as('startedAt'))
    .where('status', 'in', ['pending', 'requires_action'])
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.startedAt ?? null;
}

/** Counts the purchases that were paid since `since`, by kind. */
export async function countSales(db: Db, since: Date): Promise<SaleCount[]> {
  const rows = await db
    .selectFrom((recent) =>
      recent
        .selectFrom('purchases')
        .select(['kind', 'totalCents'])
        .where('status', '=', 'paid')
        .where('settledAt', '>=', since)
        .limit(MAX_COUNTED_ROWS)
        .as('recentPurchases'),
    )
    .select(({ fn }) => ['kind', fn.countAll().as('count'), fn.sum('totalCents').as('cents')])
    .groupBy('kind')
    .execute();
  return rows.map(({ kind, count, cents }) => ({ kind, count: Number(count), cents: Number(cents) }));
}

/**
 * Counts the accounts from `lowestId` on. Ids are ordered by time, so the primary key finds the newest ones.
 */
export async function countAccountsFrom(db: Db, lowestId: string): Promise<number> {
  const row = await db
    .selectFrom((recent) =>
      recent
        .selectFrom('accounts')
        .select('id')
        .where('id', '>=', lowestId)
        .limit(MAX_COUNTED_ROWS)
        .as('recentAccounts'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
