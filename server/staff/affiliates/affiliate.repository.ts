import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Finds the account with exactly this email or reference code, ignoring case. */
export async function findAccountId(db: Db, emailOrCode: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts where lower(email) = lower(${emailOrCode})
    union select id from accounts where upper(reference_code) = upper(${emailOrCode}) limit 1`.execute(db);
  return rows[0]?.id;
}

/** Lists settled purchases that name the affiliate, newest first. */
export async function findReferredPurchases(db: Db, affiliateId: string, limit: number) {
  return db
    .selectFrom('purchases')
    .select(['id', 'email', 'status', 'totalCents', 'promoCode'])
    .select(sql<string>`coalesce(quote -> 'lines' -> 0 ->> 'description', '')`.as('sold'))
    .select(sql<Date>`settled_at`.as('settledAt'))
    .where('referrerId', '=', affiliateId)
    .where('settledAt', 'is not', null)
    .orderBy('settledAt', 'desc')
    .limit(limit)
    .execute();
}

/** Lists an affiliate's payouts, newest first. */
export async function findAffiliatePayouts(db: Db, affiliateId: string) {
  return db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .select(['payouts.id', 'payouts.amountCents', 'payoutBatches.month', 'payoutBatches.createdAt as paidAt'])
    .where('payouts.affiliateId', '=', affiliateId)
    .orderBy('payoutBatches.month', 'desc')
    .execute();
}

export async function findCompletedSignups(db: Db, accountId: string) {
  return db
    .selectFrom('affiliateSignups')
    .select(['role', 'donates'])
    .select(sql<Date>`completed_at`.as('completedAt'))
    .where('accountId', '=', accountId)
    .where('completedAt', 'is not', null)
    .execute();
}

/** Lists the forms on file, without their numbers. */
export async function findFormsOnFile(db: Db, accountId: string) {
  return db
    .selectFrom('taxForms')
    .select(['id', 'kind', 'acceptedAt'])
    .where('accountId', '=', accountId)
    .where('supersededAt', 'is', null)
    .orderBy('kind', 'desc')
    .execute();
}

export interface YearTotals {
  affiliates: number;
  paidCents: number;
  overThreshold: number;
}

/** Adds up the payouts to affiliates in a calendar year. */
export async function sumYear(db: Db, year: number, thresholdCents: number): Promise<YearTotals> {
  const row = await db
    .selectFrom('affiliateYears')
    .select(({ fn }) => [
      fn.countAll<number>().as('affiliates'),
      fn.sum<number | null>('paidCents').as('paidCents'),
      fn.countAll<number>().filterWhere('paidCents', '>=', thresholdCents).as('overThreshold'),
    ])
    .where('year', '=', year)
    .executeTakeFirstOrThrow();
  return {
    affiliates: Number(row.affiliates),
    paidCents: Number(row.paidCents ?? 0),
    overThreshold: Number(row.overThreshold),
  };
}
