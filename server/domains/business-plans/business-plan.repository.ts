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

/** Unique indexes prevent a second trial, and a second paid plan while one has no end. */
export async function insertBusinessPlan(trx: Trx, plan: NewBusinessPlan): Promise<void> {
  await trx
    .insertInto('businessPlans')
    .values({ ...plan, programs: JSON.stringify(plan.programs) })
    .execute();
}

/**
 * A plan runs until its own end, its subscription's end, or the end of a canceled subscription's paid period,
 * whichever is first.
 */
function isRunning(now: Date) {
  return sql<boolean>`(business_plans.ended_at is null or business_plans.ended_at > ${now})
    and (subscriptions.ended_at is null or subscriptions.ended_at > ${now})
    and (subscriptions.canceled_at is null or subscriptions.period_end > ${now})`;
}

function selectPlans(db: Db) {
  return db
    .selectFrom('businessPlans')
    .leftJoin('subscriptions', 'subscriptions.id', 'businessPlans.subscriptionId');
}

export async function hasRunningPlan(db: Db, accountId: string, now: Date): Promise<boolean> {
  const row = await selectPlans(db)
    .select('businessPlans.id')
    .where('businessPlans.accountId', '=', accountId)
    .where(isRunning(now))
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

/**
 * True if another account of the same mailbox has had a trial (D69). Its address must be verified, because anyone
 * can enter an address. Of two accounts that check at the same time, the second waits for the first one's
 * transaction.
 */
export async function hasMailboxTrial(trx: Trx, accountId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('trial:' || mailbox_key(email), 0))
    from accounts where id = ${accountId}`.execute(trx);
  const { rows } = await sql`select from accounts as own
    join accounts as other on mailbox_key(other.email) = mailbox_key(own.email) and other.id <> own.id
    join business_plans on business_plans.account_id = other.id and business_plans.kind = 'trial'
    where own.id = ${accountId} and other.email_verified_at is not null limit 1`.execute(trx);
  return rows.length > 0;
}

/** Ends the account's trial and its listing year. Returns false if the year is already over. */
export async function endTrial(trx: Trx, accountId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('businessPlans')
    .set({ endedAt: sql`least(ended_at, ${now})`, listedUntil: now })
    .where('accountId', '=', accountId)
    .where('kind', '=', 'trial')
    .where('listedUntil', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds the account's trial with the name of its business. */
export async function findTrial(db: Db, accountId: string) {
  return db
    .selectFrom('businessPlans')
    .innerJoin('businesses', 'businesses.id', 'businessPlans.businessId')
    .select(['businesses.name as businessname', 'businessPlans.endedAt', 'businessPlans.listedUntil'])
    .where('businessPlans.accountId', '=', accountId)
    .where('businessPlans.kind', '=', 'trial')
    .executeTakeFirst();
}

/** Finds the business that the account's trial lists at `now`. */
export async function findTrialListing(db: Db, accountId: string, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('businessPlans')
    .select('businessId')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'trial')
    .where('listedUntil', '>', now)
    .executeTakeFirst();
  return row?.businessId;
}

/** Finds the purchases of the account's running plans. Trials have no purchase. */
export async function findRunningPurchaseIds(db: Db, accountId: string, now: Date): Promise<string[]> {
  const rows = await selectPlans(db)
    .select('businessPlans.purchaseId')
    .where('businessPlans.accountId', '=', accountId)
    .where('businessPlans.kind', '=', 'subscription')
    .where(isRunning(now))
    .execute();
  return rows.flatMap(({ purchaseId }) => purchaseId ?? []);
}

/** Returns the account's running plan (a paid one if there is also a trial), or else its most recent plan. */
export async function findLatestPlan(db: Db, accountId: string, now: Date) {
  const row = await selectPlans(db)
    .leftJoin('purchases', 'purchases.id', 'businessPlans.purchaseId')
    .select((eb) => [
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
      'subscriptions.periodStart',
      'subscriptions.periodEnd',
      'subscriptions.endedAt as subscriptionEndedAt',
      'subscriptions.canceledAt',
      'subscriptions.nextPlanQuote',
      'subscriptions.nextPlanFrom',
      // The plan may have changed since the purchase, or change with the next renewal.
      eb.fn
        .coalesce('subscriptions.nextPlanQuote', 'subscriptions.planQuote', 'purchases.quote')
        .as('renewalQuote'),
      isRunning(now).as('isRunning'),
      // Consider all plans of the business: a trial's listing year can outlast the plan that was bought after
      // it.
      eb
        .selectFrom('businessPlans as others')
        .select((of) => of.fn.max('others.listedUntil').as('until'))
        .whereRef('others.businessId', '=', 'businessPlans.businessId')
        .as('listingUntil'),
    ])
    .where('businessPlans.accountId', '=', accountId)
    .orderBy(isRunning(now), 'desc')
    .orderBy('businessPlans.kind')
    .orderBy('businessPlans.startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, programs: businessProgramDetails.parse(row.programs) };
}

/** Ends a purchase's plan and returns its business id. Returns undefined if there is no running plan. */
export async function endPurchasedPlan(
  trx: Trx,
  purchaseId: string,
  endedAt: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('businessPlans')
    .set({ endedAt })
    .where('purchaseId', '=', purchaseId)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', endedAt)]))
    .returning('businessId')
    .executeTakeFirst();
  return row?.businessId;
}

/**
 * Lets an ended plan run again until `endedAt`, and returns its business id. Returns undefined if it had not
 * ended before then.
 */
export async function resumePurchasedPlan(
  trx: Trx,
  purchaseId: string,
  endedAt: Date,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('businessPlans')
    .set({ endedAt })
    .where('purchaseId', '=', purchaseId)
    .where('endedAt', '<', endedAt)
    .returning('businessId')
    .executeTakeFirst();
  return row?.businessId;
}

const hasPlan = sql`exists (select from business_plans where business_plans.business_id = businesses.id)`;

const isCovered = (now: Date) => sql`exists (
  select from business_plans join accounts on accounts.id = business_plans.account_id
    left join subscriptions on subscriptions.id = business_plans.subscription_id
  where business_plans.business_id = businesses.id
    and (business_plans.kind <> 'trial' or accounts.email_verified_at is not null)
    and (business_plans.listed_until > ${now} or (${isRunning(now)}))
)`;

/** True if a plan or a trial's listing year covers the business, or if it never had one. */
export async function isListingCovered(db: Db, businessId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isCovered: boolean }>`
    select (not ${hasPlan} or ${isCovered(now)}) as is_covered
    from businesses where businesses.id = ${businessId}::uuid`.execute(db);
  return rows[0]?.isCovered ?? false;
}

/**
 * Finds listed businesses that should not be listed: none of their plans is running or still in its listing
 * year. A trial counts only if its owner's email address is verified.
 */
export async function findUncoveredListings(
  db: Db,
  now: Date,
  { businessId, limit }: { businessId?: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select businesses.id from businesses
    where businesses.account_id is not null and businesses.is_listed
      and businesses.staff_listing is distinct from 'shown'
      and (${businessId ?? null}::uuid is null or businesses.id = ${businessId ?? null}::uuid)
      and ${hasPlan} and not ${isCovered(now)}
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
