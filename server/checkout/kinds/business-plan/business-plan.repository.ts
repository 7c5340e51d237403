import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { type BusinessProgramDetails, businessProgramDetails } from './business-plan.schema.ts';

export interface NewBusinessPlan {
  id: string;
  accountId: string;
  kind: 'subscription' | 'trial';
  planId: number;
  purchaseId: string | null;
  subscriptionId: string | null;
  businessId: string;
  programs: BusinessProgramDetails;
  startedAt: Date;
  endedAt: Date | null;
  listedUntil: Date | null;
}

/** A second trial, or a second running plan, of an account is an error of the database. */
export async function insertBusinessPlan(trx: Trx, plan: NewBusinessPlan): Promise<void> {
  await trx
    .insertInto('businessPlans')
    .values({ ...plan, programs: JSON.stringify(plan.programs) })
    .execute();
}

/**
 * Whether a plan runs at `now`: not ended, by its own date or with its subscription, and not past a period that the
 * owner asked to be the last.
 */
function running(now: Date) {
  return sql<boolean>`(business_plans.ended_at is null or business_plans.ended_at > ${now})
    and (subscriptions.id is null or subscriptions.status <> 'canceled')
    and (subscriptions.canceled_at is null or subscriptions.period_end > ${now})`;
}

function selectPlans(db: Db) {
  return db
    .selectFrom('businessPlans')
    .leftJoin('subscriptions', 'subscriptions.id', 'businessPlans.subscriptionId')
    .leftJoin('purchases', 'purchases.id', 'businessPlans.purchaseId');
}

export async function hasRunningPlan(db: Db, accountId: string, now: Date): Promise<boolean> {
  const row = await selectPlans(db)
    .select('businessPlans.id')
    .where('businessPlans.accountId', '=', accountId)
    .where(running(now))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasTrial(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('businessPlans')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'trial')
    .executeTakeFirst();
  return row !== undefined;
}

/** What keeps an account from buying a plan: one that runs and is paid, or another purchase that is open. */
export interface Obstacle {
  purchaseId: string;
  idempotencyKey: string;
  isOpen: boolean;
}

export async function findObstacles(db: Db, accountId: string, now: Date): Promise<Obstacle[]> {
  const paid = await selectPlans(db)
    .select(['purchases.id as purchaseId', 'purchases.idempotencyKey'])
    .where('businessPlans.accountId', '=', accountId)
    .where('businessPlans.kind', '=', 'subscription')
    .where(running(now))
    .execute();
  const open = await db
    .selectFrom('purchases')
    .select(['id as purchaseId', 'idempotencyKey'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'business-plan')
    .where('status', 'in', ['pending', 'requires_action'])
    .execute();
  return [
    ...paid.flatMap(({ purchaseId, idempotencyKey }) =>
      purchaseId && idempotencyKey ? [{ purchaseId, idempotencyKey, isOpen: false }] : [],
    ),
    ...open.map((row) => ({ ...row, isOpen: true })),
  ];
}

/** The account's plan: the one that runs, a paid one before a trial, else the last that ran. */
export async function findLatestPlan(db: Db, accountId: string, now: Date) {
  const row = await selectPlans(db)
    .select([
      'businessPlans.kind',
      'businessPlans.planId',
      'businessPlans.purchaseId',
      'businessPlans.subscriptionId',
      'businessPlans.businessId',
      'businessPlans.programs',
      'businessPlans.startedAt',
      'businessPlans.endedAt',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.periodEnd',
      'subscriptions.canceledAt',
      'purchases.quote',
      running(now).as('isRunning'),
      // Also of another plan of the business: a trial's year outlasts the plan that is bought after it.
      (eb) =>
        eb
          .selectFrom('businessPlans as others')
          .select((of) => of.fn.max('others.listedUntil').as('until'))
          .whereRef('others.businessId', '=', 'businessPlans.businessId')
          .as('listingUntil'),
    ])
    .where('businessPlans.accountId', '=', accountId)
    .orderBy(running(now), 'desc')
    .orderBy('businessPlans.kind')
    .orderBy('businessPlans.startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, programs: businessProgramDetails.parse(row.programs) };
}

/** Ends the plan of a subscription; undefined where it has none or had ended. */
export async function endPlanOf(
  trx: Trx,
  subscriptionId: string,
  endedAt: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('businessPlans')
    .set({ endedAt })
    .where('subscriptionId', '=', subscriptionId)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', endedAt)]))
    .returning('businessId')
    .executeTakeFirst();
  return row?.businessId;
}

/** Of these owners' businesses (or of all where none are named), those listed that no plan keeps listed any more. */
export async function findOverstayed(
  db: Db,
  now: Date,
  { businessId, limit }: { businessId?: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select businesses.id from businesses
    where businesses.account_id is not null and businesses.is_listed
      and (${businessId ?? null}::uuid is null or businesses.id = ${businessId ?? null}::uuid)
      and exists (select from business_plans where business_plans.business_id = businesses.id)
      and not exists (
        select from business_plans left join subscriptions on subscriptions.id = business_plans.subscription_id
        where business_plans.business_id = businesses.id
          and (business_plans.listed_until > ${now} or (${running(now)}))
      )
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
