import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { BUSINESS_ZONE, startOfBusinessDate } from '../../../lib/dates.ts';

/** Locks the affiliate's links until the transaction ends. */
export async function lockLinks(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referral-links:${accountId}`}, 0))`.execute(trx);
}

export async function countLinks(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('referralLinks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns false if the affiliate has a link with this name. */
export async function insertLink(
  trx: Trx,
  link: { accountId: string; name: string; createdAt: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('referralLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteLink(db: Db, accountId: string, name: string): Promise<void> {
  await db.deleteFrom('referralLinks').where('accountId', '=', accountId).where('name', '=', name).execute();
}

/** Returns the link of the affiliate who has this code, or undefined if there is none. */
export async function findLinkByCode(
  db: Db,
  { code, link }: { code: string; link: string },
): Promise<{ accountId: string; name: string } | undefined> {
  return db
    .selectFrom('referralLinks')
    .innerJoin('accounts', 'accounts.id', 'referralLinks.accountId')
    .select(['referralLinks.accountId', 'referralLinks.name'])
    .where(sql<boolean>`upper(accounts.reference_code) = upper(${code})`)
    .where('referralLinks.name', '=', link.toLowerCase())
    .executeTakeFirst();
}

/** Returns the affiliate's links with their visits and sales so far, newest first. */
export async function findLinks(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('referralLinks as own')
    .select((eb) => [
      'own.name',
      eb
        .selectFrom('referralLinkVisits')
        .select(({ fn }) => fn.sum<number | null>('visits').as('visits'))
        .where('affiliateId', '=', accountId)
        .whereRef('link', '=', 'own.name')
        .as('visits'),
      eb
        .selectFrom('purchases')
        .select(({ fn }) => fn.countAll<number>().as('sales'))
        .where('referrerId', '=', accountId)
        .where('settledAt', 'is not', null)
        .whereRef('referralLink', '=', 'own.name')
        .as('sales'),
    ])
    .where('own.accountId', '=', accountId)
    .orderBy('own.createdAt', 'desc')
    .orderBy('own.name')
    .execute();
  return rows.map(({ name, visits, sales }) => ({
    name,
    visits: Number(visits ?? 0),
    sales: Number(sales ?? 0),
  }));
}

/** Returns the affiliate's earnings less reversals by link, in cents. */
export async function sumCommissionsByLink(db: Db, affiliateId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('purchases')
    .innerJoin('payments', 'payments.purchaseId', 'purchases.id')
    .innerJoin('commissions', 'commissions.paymentId', 'payments.id')
    .select(({ fn }) => [
      'purchases.referralLink as link',
      fn.sum<number>('commissions.amountCents').as('cents'),
    ])
    .where('purchases.referrerId', '=', affiliateId)
    .where('purchases.settledAt', 'is not', null)
    .where('purchases.referralLink', 'is not', null)
    .where('commissions.affiliateId', '=', affiliateId)
    .groupBy('purchases.referralLink')
    .execute();
  return new Map(rows.map(({ link, cents }) => [link ?? '', Number(cents)]));
}

export interface WeekCount {
  kind: 'visits' | 'sales' | 'commissionCents';
  /** The week's first day, as YYYY-MM-DD. */
  monday: string;
  amount: number;
}

/**
 * Counts by week in the business time zone, starting with the Monday `from` (YYYY-MM-DD). If `link` is null,
 * counts everything, with or without a link.
 */
export async function countByWeek(
  db: Db,
  { affiliateId, link, from }: { affiliateId: string; link: string | null; from: string },
): Promise<WeekCount[]> {
  const zone = sql.lit(BUSINESS_ZONE);
  const start = startOfBusinessDate(from);
  const mondayOf = (instant: string) =>
    sql`date_trunc('week', ${sql.ref(instant)} at time zone ${zone})::date::text`;
  const { rows } = await sql<{ kind: WeekCount['kind']; monday: string; amount: number }>`
    select 'visits' as kind, date_trunc('week', day::timestamp)::date::text as monday, sum(visits) as amount
    from (
      select day, visits from referral_visits where affiliate_id = ${affiliateId} and ${link}::text is null
      union all
      select day, visits from referral_link_visits where affiliate_id = ${affiliateId} and link = ${link}
    ) visited
    where day >= ${from}::date group by 2
    union all
    select 'sales', ${mondayOf('settled_at')}, count(*) from purchases
    where referrer_id = ${affiliateId} and settled_at >= ${start}
      and (${link}::text is null or referral_link = ${link}) group by 2
    union all
    select 'commissionCents', ${mondayOf('commissions.created_at')}, sum(commissions.amount_cents)
    from commissions
    where affiliate_id = ${affiliateId} and commissions.created_at >= ${start}
      and (${link}::text is null or exists (select from payments
        join purchases on purchases.id = payments.purchase_id
        where payments.id = commissions.payment_id and purchases.referrer_id = ${affiliateId}
          and purchases.referral_link = ${link})) group by 2`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** An affiliate's visits on one day. `link` is null for visits without a named link. */
export interface Visits {
  affiliateId: string;
  link: string | null;
  /** YYYY-MM-DD. */
  day: string;
  visits: number;
}

/** Adds visits to the counts so far. Skips accounts that were deleted. */
export async function addVisits(db: Db, visits: readonly Visits[]): Promise<void> {
  const countedVisits = sql`(select affiliate_id, link, day, visits
    from json_to_recordset(${JSON.stringify(visits.map(toColumns))}::json)
      as sent (affiliate_id uuid, link text, day date, visits int4)
    join accounts on accounts.id = affiliate_id
    where deleted_at is null) counted`;
  await sql`insert into referral_visits (affiliate_id, day, visits)
    select affiliate_id, day, sum(visits) from ${countedVisits} group by 1, 2 order by 1, 2
    on conflict (affiliate_id, day) do update
      set visits = referral_visits.visits + excluded.visits`.execute(db);
  await sql`insert into referral_link_visits (affiliate_id, link, day, visits)
    select affiliate_id, link, day, visits from ${countedVisits} where link is not null order by 1, 2, 3
    on conflict (affiliate_id, link, day) do update
      set visits = referral_link_visits.visits + excluded.visits`.execute(db);
}

const toColumns = ({ affiliateId, ...visit }: Visits) => ({ affiliate_id: affiliateId, ...visit });
