import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { BUSINESS_ZONE } from '../../lib/dates.ts';

export interface AffiliateTotals {
  pendingCents: number;
  payableCents: number;
  paidCents: number;
}

export async function findTotals(db: Db, affiliateId: string, now: Date): Promise<AffiliateTotals> {
  const row = await db
    .selectFrom('commissions')
    .leftJoin('payoutLines', 'payoutLines.commissionId', 'commissions.id')
    .select(({ fn }) => {
      const sum = () => fn.sum<number | null>('commissions.amountCents');
      const unpaidSum = () => sum().filterWhere('payoutLines.commissionId', 'is', null);
      return [
        unpaidSum().filterWhere('commissions.payableAt', '>', now).as('pendingCents'),
        unpaidSum().filterWhere('commissions.payableAt', '<=', now).as('payableCents'),
        sum().filterWhere('payoutLines.commissionId', 'is not', null).as('paidCents'),
      ];
    })
    .where('commissions.affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return {
    pendingCents: Number(row.pendingCents ?? 0),
    payableCents: Number(row.payableCents ?? 0),
    paidCents: Number(row.paidCents ?? 0),
  };
}

/**
 * Returns earnings less reversals per month (YYYY-MM) in the business time zone, starting with the month
 * `from`.
 */
export async function findMonths(db: Db, affiliateId: string, from: string): Promise<Map<string, number>> {
  const zone = sql.lit(BUSINESS_ZONE);
  const month = sql<Date>`date_trunc('month', created_at at time zone ${zone})`;
  const rows = await db
    .selectFrom('commissions')
    .select(({ fn }) => [
      sql<string>`to_char(${month}, 'YYYY-MM')`.as('month'),
      fn.sum<number>('amountCents').as('cents'),
    ])
    .where('affiliateId', '=', affiliateId)
    .where('createdAt', '>=', sql<Date>`${`${from}-01`}::timestamp at time zone ${zone}`)
    .groupBy(month)
    .execute();
  return new Map(rows.map(({ month, cents }) => [month, Number(cents)]));
}

/**
 * Counts visits through the affiliate's link, and the completed signups and settled purchases that name the
 * affiliate.
 */
export async function findReach(
  db: Db,
  affiliateId: string,
): Promise<{ visits: number; signups: number; sales: number }> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('referralVisits')
        .select(({ fn }) => fn.sum<number | null>('visits').as('visits'))
        .where('affiliateId', '=', affiliateId)
        .as('visits'),
      eb
        .selectFrom('affiliateSignups')
        .select(({ fn }) => fn.countAll<number>().as('signups'))
        .where('referrerId', '=', affiliateId)
        .where('completedAt', 'is not', null)
        .as('signups'),
      eb
        .selectFrom('purchases')
        .select(({ fn }) => fn.countAll<number>().as('sales'))
        .where('referrerId', '=', affiliateId)
        .where('settledAt', 'is not', null)
        .as('sales'),
    ])
    .executeTakeFirstOrThrow();
  return {
    visits: Number(row.visits ?? 0),
    signups: Number(row.signups ?? 0),
    sales: Number(row.sales ?? 0),
  };
}

export interface DownlineMember {
  firstname: string;
  lastname: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  since: Date;
}

/** Returns the people whom an affiliate recruited, newest first. */
export async function findDownline(db: Db, affiliateId: string, limit: number): Promise<DownlineMember[]> {
  return db
    .selectFrom('accounts')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('affiliateSignups')
          .select(({ fn }) => fn.min('affiliateSignups.completedAt').as('joinedAt'))
          .whereRef('affiliateSignups.accountId', '=', 'accounts.id')
          .where('affiliateSignups.completedAt', 'is not', null)
          .as('signup'),
      (join) => join.onTrue(),
    )
    .select(['firstname', 'lastname', 'accountType', 'isInfluencer', 'isFriend'])
    .select((eb) => eb.fn.coalesce('signup.joinedAt', 'accounts.createdAt').as('since'))
    .where('referredBy', '=', affiliateId)
    .orderBy('since', 'desc')
    .orderBy('accounts.id')
    .limit(limit)
    .execute();
}

export async function findOverviewAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('accounts as upline', 'upline.id', 'accounts.referredBy')
    .select(['accounts.accountType', 'accounts.isInfluencer', 'accounts.isFriend', 'accounts.referenceCode'])
    .select(['upline.firstname as uplineFirstname', 'upline.lastname as uplineLastname'])
    .where('accounts.id', '=', id)
    .executeTakeFirst();
}
