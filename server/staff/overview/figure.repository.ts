import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { BUSINESS_ZONE } from '../../lib/dates.ts';
import { isPastDue, isRecurring, monthlyCents, renewalCents } from './subscription-amounts.repository.ts';

const dayOf = (instant: ReturnType<typeof sql.ref>) =>
  sql<string>`(${instant} at time zone ${BUSINESS_ZONE})::date`;

/** An inclusive range of days (YYYY-MM-DD), with the instants at which it starts and ends. */
export interface DayRange {
  from: string;
  to: string;
  start: Date;
  end: Date;
}

/** Counts what happened on each day of a range, and replaces the earlier counts. */
export async function countDays(
  trx: Trx,
  { from, to, start, end }: DayRange,
  countedAt: Date,
): Promise<void> {
  await sql`
    insert into daily_figures
      (day, new_members, canceled_members, revenue_cents, refunds_cents, disputes_cents, counted_at)
    select days.day, coalesce(joined.members, 0), coalesce(canceled.members, 0), coalesce(money.revenue, 0),
      coalesce(money.refunds, 0), coalesce(money.disputes, 0), ${countedAt}
    from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) days
      left join (
        select ${dayOf(sql.ref('memberships.created_at'))} as day, count(*)::int as members
        from memberships join plans on plans.id = memberships.plan_id and not plans.is_company_plan
        where memberships.created_at >= ${start} and memberships.created_at < ${end}
          and not exists (select from imported_memberships where membership_id = memberships.id)
        group by 1
      ) joined using (day)
      left join (
        select ${dayOf(sql.ref('subscriptions.canceled_at'))} as day, count(*)::int as members
        from subscriptions
          join memberships on memberships.subscription_id = subscriptions.id
            and (memberships.ended_at is null or memberships.ended_at >= subscriptions.canceled_at)
          join plans on plans.id = memberships.plan_id and not plans.is_company_plan
        where subscriptions.canceled_at >= ${start} and subscriptions.canceled_at < ${end}
        group by 1
      ) canceled using (day)
      left join (
        select ${dayOf(sql.ref('ledger_entries.occurred_at'))} as day,
          -sum(amount_cents) filter (where account in ('revenue', 'discounts')) as revenue,
          sum(amount_cents) filter (where account = 'refunds') as refunds,
          sum(amount_cents) filter (where account = 'disputes') as disputes
        from ledger_entries join ledger_postings on ledger_postings.entry_id = ledger_entries.id
        where ledger_entries.occurred_at >= ${start} and ledger_entries.occurred_at < ${end}
          and account in ('revenue', 'discounts', 'refunds', 'disputes')
        group by 1
      ) money using (day)
    on conflict (day) do update set new_members = excluded.new_members,
      canceled_members = excluded.canceled_members, revenue_cents = excluded.revenue_cents,
      refunds_cents = excluded.refunds_cents, disputes_cents = excluded.disputes_cents,
      counted_at = excluded.counted_at`.execute(trx);
}

export interface OwedPayouts {
  payoutsDue: number;
  formsMissing: number;
}

/** Counts the current state, and stores it with a day that is already counted. */
export async function countState(
  trx: Trx,
  { day, now, renewingUntil }: { day: string; now: Date; renewingUntil: Date },
  { payoutsDue, formsMissing }: OwedPayouts,
): Promise<void> {
  await sql`
    update daily_figures set active_members = members.active, mrr_cents = plans.mrr, past_due = plans.past_due,
      owed_cents = plans.owed, renewals = renewing.count, renewals_cents = renewing.cents,
      payouts_due = ${payoutsDue}, forms_missing = ${formsMissing}
    from (
      select count(*)::int as active
      from memberships join subscriptions on subscriptions.id = memberships.subscription_id
        join plans on plans.id = memberships.plan_id and not plans.is_company_plan
      where (memberships.ended_at is null or memberships.ended_at > ${now})
        and (subscriptions.ended_at is null or subscriptions.ended_at > ${now})
        and subscriptions.status not in ('past_due', 'unpaid') and subscriptions.expires_at > ${now}
    ) members, (
      select coalesce(sum(${monthlyCents}) filter (where ${isRecurring}), 0) as mrr,
        (count(*) filter (where ${isPastDue}))::int as past_due,
        coalesce(sum(owed_cents) filter (where ${isPastDue}), 0) as owed
      from subscriptions join purchases on purchases.id = subscriptions.purchase_id
      where ${isRecurring} or ${isPastDue}
    ) plans, (
      select count(*)::int as count, coalesce(sum(${renewalCents}), 0) as cents
      from subscriptions join purchases on purchases.id = subscriptions.purchase_id
      where ${isRecurring} and subscriptions.status = 'active' and subscriptions.period_end < ${renewingUntil}
    ) renewing
    where day = ${day}`.execute(trx);
}

/** Counts imported memberships by the day on which they began in the other system. */
export async function countImported(db: Db, { from, to }: Pick<DayRange, 'from' | 'to'>): Promise<number> {
  const { count } = await db
    .selectFrom('importedMemberships')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('startedOn', '>=', from)
    .where('startedOn', '<=', to)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts the affiliates whose commissions of a year reach the threshold, and who filed no tax form. */
export async function countMissingForms(db: Db, year: number, thresholdCents: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with earned as (
      select affiliate_id, paid_cents as cents from affiliate_years where year = ${year}
      union all
      select affiliate_id, greatest(0, sum(amount_cents)) from unpaid_commissions group by 1
    )
    select count(*)::int as count from (
      select affiliate_id from earned group by 1 having sum(cents) >= ${thresholdCents}
    ) reached
      join accounts on accounts.id = affiliate_id and not accounts.is_house and accounts.deleted_at is null
    where not exists (
      select from tax_forms where tax_forms.account_id = accounts.id and tax_forms.superseded_at is null)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Counting a long range can take longer than the usual statement timeout. */
export async function liftTimeLimit(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}

/** Returns the day of the first membership or ledger entry, or null if there is none. */
export async function findFirstDay(db: Db): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select least(
      (select ${dayOf(sql.ref('created_at'))} from memberships order by created_at limit 1),
      (select ${dayOf(sql.ref('occurred_at'))} from ledger_entries order by occurred_at limit 1)) as day`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

const STATE_COLUMNS = [
  'activeMembers',
  'mrrCents',
  'pastDue',
  'owedCents',
  'renewals',
  'renewalsCents',
  'payoutsDue',
  'formsMissing',
] as const;

export async function findLastCount(db: Db) {
  return db
    .selectFrom('dailyFigures')
    .select(['day', 'countedAt', ...STATE_COLUMNS])
    .where('activeMembers', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the counted days of a range, oldest first. */
export async function findDays(db: Db, { from, to }: { from: string; to: string }) {
  return db
    .selectFrom('dailyFigures')
    .select([
      'day',
      'newMembers',
      'canceledMembers',
      'revenueCents',
      'refundsCents',
      'disputesCents',
      'activeMembers',
      'mrrCents',
      'pastDue',
    ])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute();
}
