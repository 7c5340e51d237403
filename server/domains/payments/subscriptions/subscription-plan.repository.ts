import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { type Quote, quote } from '../../catalog/quote.schema.ts';

/** The quotes of a subscription whose plan may have changed since the purchase. */
export interface PlanTerms {
  /** The current plan's quote. Null if the plan hasn't changed since the purchase. */
  planQuote: Quote | null;
  /**
   * The quote of the scheduled plan. It replaces the current plan once a period that starts at `nextPlanFrom`
   * or later is paid.
   */
  nextPlanQuote: Quote | null;
  nextPlanFrom: Date | null;
}

export interface SubscriptionPlan extends PlanTerms {
  id: string;
  purchaseId: string;
  providerId: string | null;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodStart: Date;
  periodEnd: Date;
  canceledAt: Date | null;
  endedAt: Date | null;
  planRevision: number;
}

const storedQuote = quote.nullable();

function selectPlan(db: Db, id: string) {
  return db
    .selectFrom('subscriptions')
    .select([
      'id',
      'purchaseId',
      'providerId',
      'status',
      'periodStart',
      'periodEnd',
      'canceledAt',
      'endedAt',
      'planQuote',
      'nextPlanQuote',
      'nextPlanFrom',
      'planRevision',
    ])
    .where('id', '=', id);
}

type PlanRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectPlan>['executeTakeFirst']>>>;

function parsePlan(row: PlanRow | undefined): SubscriptionPlan | undefined {
  return (
    row && {
      ...row,
      planQuote: storedQuote.parse(row.planQuote),
      nextPlanQuote: storedQuote.parse(row.nextPlanQuote),
    }
  );
}

export async function findPlan(db: Db, id: string): Promise<SubscriptionPlan | undefined> {
  return parsePlan(await selectPlan(db, id).executeTakeFirst());
}

/** Locks the subscription until the transaction ends. */
export async function lockPlan(trx: Trx, id: string): Promise<SubscriptionPlan | undefined> {
  return parsePlan(await selectPlan(trx, id).forUpdate().executeTakeFirst());
}

/**
 * The caller must have locked the subscription. `isSynced` means that Stripe already renews at these terms.
 */
export async function updatePlan(
  trx: Trx,
  id: string,
  { planQuote, nextPlanQuote, nextPlanFrom }: PlanTerms,
  { isSynced }: { isSynced: boolean },
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      planQuote: planQuote && JSON.stringify(planQuote),
      nextPlanQuote: nextPlanQuote && JSON.stringify(nextPlanQuote),
      nextPlanFrom,
      // Any sync that has already read the row must read it again.
      version: sql<number>`version + 1`,
      ...(isSynced ? {} : { planRevision: sql<number>`plan_revision + 1` }),
    })
    .where('id', '=', id)
    .execute();
}

/** Ignores an older revision, because another process may have synced a later one. */
export async function saveSyncedPlanRevision(db: Db, id: string, revision: number): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ syncedPlanRevision: revision })
    .where('id', '=', id)
    .where('syncedPlanRevision', '<', revision)
    .execute();
}

export async function findUnsyncedPlans(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .whereRef('planRevision', '<>', 'syncedPlanRevision')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countPayments(db: Db, purchaseId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface PlanUpgrade {
  purchaseId: string;
  subscriptionId: string;
  previousPlanId: number;
  previousQuote: Quote | null;
}

export async function insertUpgrade(trx: Trx, upgrade: PlanUpgrade): Promise<void> {
  const { previousQuote } = upgrade;
  await trx
    .insertInto('planUpgrades')
    .values({ ...upgrade, previousQuote: previousQuote && JSON.stringify(previousQuote) })
    .execute();
}

export async function findUpgrade(
  db: Db,
  purchaseId: string,
): Promise<(PlanUpgrade & { returnedAt: Date | null }) | undefined> {
  const row = await db
    .selectFrom('planUpgrades')
    .select(['purchaseId', 'subscriptionId', 'previousPlanId', 'previousQuote', 'returnedAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
  return row && { ...row, previousQuote: storedQuote.parse(row.previousQuote) };
}

export async function setUpgradeReturned(
  trx: Trx,
  purchaseId: string,
  returnedAt: Date | null,
): Promise<void> {
  await trx.updateTable('planUpgrades').set({ returnedAt }).where('purchaseId', '=', purchaseId).execute();
}
