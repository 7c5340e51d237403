import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../../lib/dates.ts';

/** Counts the sales that the affiliate got an email about. */
export async function countOwnMails(db: Db, affiliateId: string): Promise<number> {
  const { count } = await db
    .selectFrom('commissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('affiliateId', '=', affiliateId)
    .where('hasOwnMail', '=', sql.lit(true))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Locks the affiliate's first sales until the transaction ends. */
export async function lockAffiliate(trx: Trx, affiliateId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`affiliate:${affiliateId}`}, 0))`.execute(trx);
}

export interface DaySales {
  /** What was bought. */
  description: string;
  count: number;
  amountCents: number;
}

/** Sums a day's sales (YYYY-MM-DD) without an email of their own, those that earned most first. */
export async function findSales(db: Db, affiliateId: string, day: string): Promise<DaySales[]> {
  const rows = await db
    .selectFrom('commissions')
    .innerJoin('payments', 'payments.id', 'commissions.paymentId')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .select(({ fn }) => [
      sql<string>`coalesce(purchases.quote -> 'lines' -> 0 ->> 'description', '')`.as('description'),
      fn.countAll<number>().as('count'),
      fn.sum<number>('commissions.amountCents').as('amountCents'),
    ])
    .where('commissions.affiliateId', '=', affiliateId)
    .where('commissions.createdAt', '>=', startOfBusinessDate(day))
    .where('commissions.createdAt', '<', endOfBusinessDate(day))
    .where('commissions.adjusts', 'is', null)
    .where('commissions.hasOwnMail', '=', false)
    .where('commissions.amountCents', '>', 0)
    .groupBy('description')
    .orderBy('amountCents', 'desc')
    .orderBy('description')
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), amountCents: Number(row.amountCents) }));
}
