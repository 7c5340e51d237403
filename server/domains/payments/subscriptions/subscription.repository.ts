import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { StoredSubscription } from './subscription.schema.ts';

const COLUMNS = [
  'id',
  'purchaseId',
  'accountId',
  'providerId',
  'status',
  'periodStart',
  'periodEnd',
  'grantedUntil',
  'expiresAt',
  'canceledAt',
  'cancelReason',
  'endedAt',
  'pastDueSince',
  'cardBrand',
  'cardLast4',
  'cardExpiresAt',
  'owedCents',
  'version',
] as const;

export async function insertSubscriptions(
  trx: Trx,
  subscriptions: ReadonlyArray<
    Pick<StoredSubscription, 'id' | 'purchaseId' | 'accountId' | 'providerId' | 'periodStart' | 'periodEnd'>
  >,
): Promise<void> {
  if (subscriptions.length === 0) return;
  await trx
    .insertInto('subscriptions')
    .values(
      subscriptions.map((subscription) => ({
        ...subscription,
        startedAt: subscription.periodStart,
        status: 'active' as const,
      })),
    )
    .execute();
}

export async function findProviderIds(db: Db, providerIds: readonly string[]): Promise<string[]> {
  if (providerIds.length === 0) return [];
  const rows = await db
    .selectFrom('subscriptions')
    .select('providerId')
    .where('providerId', 'in', providerIds)
    .execute();
  return rows.flatMap(({ providerId }) => providerId ?? []);
}

export async function findSubscription(db: Db, id: string): Promise<StoredSubscription | undefined> {
  return db.selectFrom('subscriptions').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findSubscriptionByProviderId(
  db: Db,
  providerId: string,
): Promise<StoredSubscription | undefined> {
  return db
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('providerId', '=', providerId)
    .executeTakeFirst();
}

export type SubscriptionChange = Partial<
  Pick<
    StoredSubscription,
    | 'status'
    | 'periodStart'
    | 'periodEnd'
    | 'grantedUntil'
    | 'canceledAt'
    | 'cancelReason'
    | 'endedAt'
    | 'pastDueSince'
    | 'cardBrand'
    | 'cardLast4'
    | 'cardExpiresAt'
    | 'owedCents'
  >
>;

/** Returns false if the row has changed since it was read. */
export async function updateSubscription(
  db: Db,
  { id, version }: Pick<StoredSubscription, 'id' | 'version'>,
  change: SubscriptionChange,
): Promise<boolean> {
  const result = await db
    .updateTable('subscriptions')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateFreePeriods(
  trx: Trx,
  periods: ReadonlyArray<{ subscriptionId: string; periodStart: Date; periodEnd: Date }>,
): Promise<void> {
  if (periods.length === 0) return;
  await sql`update subscriptions set period_start = "periodStart", period_end = "periodEnd", version = version + 1
    from json_to_recordset(${JSON.stringify(periods)}::json)
      as period("subscriptionId" uuid, "periodStart" timestamptz, "periodEnd" timestamptz)
    where id = "subscriptionId" and provider_id is null`.execute(trx);
}

/**
 * Assigns a guest's subscription to an account and returns its purchase's id. Does nothing if it already has
 * an owner.
 */
export async function setPayer(trx: Trx, id: string, accountId: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('subscriptions')
    .set({ accountId })
    .where('id', '=', id)
    .where('accountId', 'is', null)
    .returning('purchaseId')
    .executeTakeFirst();
  return row?.purchaseId;
}

/** Returns subscriptions that have been past due since before the given time, longest overdue first. */
export async function findPastDueSince(db: Db, before: Date): Promise<StoredSubscription[]> {
  return db
    .selectFrom('subscriptions')
    .select(COLUMNS)
    .where('pastDueSince', '<', before)
    .where('status', 'in', ['past_due', 'unpaid'])
    .orderBy('pastDueSince')
    .execute();
}

export async function findBilling(db: Db, purchaseId: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id as subscriptionId', 'periodEnd', 'expiresAt', 'canceledAt', 'endedAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

/** True while the bank has withdrawn the payment for a dispute. A dispute that is won brings it back. */
const isDisputed = sql<boolean>`coalesce((select sum(ledger_postings.amount_cents) from ledger_entries
  join ledger_postings on ledger_postings.entry_id = ledger_entries.id and ledger_postings.account = 'disputes'
  where ledger_entries.payment_id = payments.id), 0) <> 0`;

/**
 * Returns the subscriptions whose money went back, and why: because of a dispute about any period, or a refund
 * of the last one, which may be a part.
 */
export async function findMoneyReturns(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, 'dispute' | 'refund'>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('payments', 'payments.purchaseId', 'subscriptions.purchaseId')
    .select(['subscriptions.id', isDisputed.as('isDisputed')])
    .where('subscriptions.id', 'in', ids)
    .where('payments.refundedCents', '>', 0)
    .where((eb) => eb.or([isDisputed, eb('payments.periodEnd', '>=', eb.ref('subscriptions.periodEnd'))]))
    .orderBy('isDisputed')
    .execute();
  return new Map(rows.map((row) => [row.id, row.isDisputed ? 'dispute' : 'refund']));
}
