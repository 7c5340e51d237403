import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { DataSubject } from './data-section.repository.ts';
import type { RunningPlan } from './personal-data.schema.ts';

export async function findDataSubject(db: Db, accountId: string): Promise<DataSubject> {
  const { id, email, emailVerifiedAt } = await db
    .selectFrom('accounts')
    .select(['id', 'email', 'emailVerifiedAt'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { id, verifiedEmail: emailVerifiedAt === null ? null : email };
}

/** Locks the account until the transaction ends. Until then, no row that refers to it can be inserted. */
export async function lockAccountForDeletion(trx: Trx, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute();
}

/**
 * Returns the plans that the account has or pays for and that have not ended, including trials. Excludes
 * employee cards that a company pays for.
 */
export async function findRunningPlans(db: Db, accountId: string, now: Date): Promise<RunningPlan[]> {
  const { rows } = await sql<RunningPlan>`
    select coalesce(business_plan.name, card.name, 'Membership') as name,
      case when business_plan.name is not null then 'business'
        when card.is_company_plan then 'company' else 'memberships' end as area,
      subscriptions.expires_at as until,
      subscriptions.provider_id is not null and subscriptions.canceled_at is null as renews,
      subscriptions.past_due_since is not null as "isOverdue"
    from subscriptions
      left join lateral (
        select plans.order_summary_name as name, plans.is_company_plan from memberships join plans on plans.id = memberships.plan_id
        where memberships.subscription_id = subscriptions.id
        order by plans.is_company_plan desc, memberships.created_at limit 1
      ) as card on true
      left join lateral (
        select plans.order_summary_name as name from business_plans join plans on plans.id = business_plans.plan_id
        where business_plans.subscription_id = subscriptions.id limit 1
      ) as business_plan on true
    where (subscriptions.account_id = ${accountId} or exists (
        select from memberships join plans on plans.id = memberships.plan_id
        where memberships.subscription_id = subscriptions.id and memberships.account_id = ${accountId}
          and not plans.is_employee_card))
      and (subscriptions.ended_at is null or subscriptions.ended_at > ${now})
      and (subscriptions.expires_at > ${now}
        or (subscriptions.provider_id is not null and subscriptions.canceled_at is null))
    union all
    select plans.order_summary_name || ' (trial)', 'business', business_plans.ended_at, false, false
    from business_plans join plans on plans.id = business_plans.plan_id
    where business_plans.account_id = ${accountId} and business_plans.kind = 'trial'
      and business_plans.ended_at > ${now}
    order by until`.execute(db);
  return rows;
}

export async function hasOpenPurchase(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('purchases')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', 'in', ['pending', 'requires_action'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the commissions that haven't been paid out, in cents. Returns 0 if the sum is negative. */
export async function findOwedCents(db: Db, accountId: string): Promise<number> {
  const { cents } = await db
    .selectFrom('commissions')
    .leftJoin('payoutLines', 'payoutLines.commissionId', 'commissions.id')
    .select(({ fn }) => fn.sum<number | null>('commissions.amountCents').as('cents'))
    .where('commissions.affiliateId', '=', accountId)
    .where('payoutLines.commissionId', 'is', null)
    .executeTakeFirstOrThrow();
  return Math.max(0, Number(cents ?? 0));
}

/** True if a webinar reward hasn't been sent yet. */
export async function isRewardOwed(db: Db, { id, verifiedEmail }: DataSubject): Promise<boolean> {
  const { rows } = await sql`
    select from webinar_rewards join webinar_codes on webinar_codes.id = webinar_code_id
    where sent_at is null and (account_id = ${id} or lower(email) = lower(${verifiedEmail})) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
