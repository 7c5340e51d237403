import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { LedgerEntryKind } from '#db/tables/ledger.ts';

// Reads the rows of several domains directly. Their services assume that the rows agree, which is what
// reconciliation checks.

interface Range {
  from: Date;
  to: Date;
}

export interface RecordedPayment {
  billId: string;
  purchaseId: string;
  amountCents: number;
  refundedCents: number;
}

function selectPayments(db: Db) {
  return db
    .selectFrom('payments')
    .select(['providerInvoiceId as billId', 'purchaseId', 'amountCents', 'refundedCents']);
}

export async function findPaymentsOfBills(db: Db, billIds: readonly string[]): Promise<RecordedPayment[]> {
  if (billIds.length === 0) return [];
  return selectPayments(db).where('providerInvoiceId', 'in', billIds).execute();
}

/** Skips payments of 0 cents, which have no charge at Stripe. */
export async function findPaymentsOfPeriod(db: Db, { from, to }: Range): Promise<RecordedPayment[]> {
  return selectPayments(db)
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .where('amountCents', '>', 0)
    .execute();
}

export async function findPurchaseStatuses(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db.selectFrom('purchases').select(['id', 'status']).where('id', 'in', ids).execute();
}

export interface RecordedSubscription {
  providerId: string | null;
  purchaseId: string;
  canceledAt: Date | null;
  endedAt: Date | null;
}

function selectSubscriptions(db: Db) {
  return db.selectFrom('subscriptions').select(['providerId', 'purchaseId', 'canceledAt', 'endedAt']);
}

export async function findSubscriptionsByProvider(
  db: Db,
  providerIds: readonly string[],
): Promise<RecordedSubscription[]> {
  if (providerIds.length === 0) return [];
  return selectSubscriptions(db).where('providerId', 'in', providerIds).execute();
}

/**
 * Finds the subscriptions at Stripe that our database shows as not ended and whose current period began in
 * the range.
 */
export async function findSubscriptionsOfPeriod(
  db: Db,
  { from, to }: Range,
): Promise<RecordedSubscription[]> {
  return selectSubscriptions(db)
    .where('periodStart', '>=', from)
    .where('periodStart', '<', to)
    .where('endedAt', 'is', null)
    .where('providerId', 'is not', null)
    .execute();
}

function selectPaidPurchases(db: Db, { from, to }: Range) {
  return db
    .selectFrom('purchases')
    .select(['purchases.id', 'purchases.totalCents'])
    .where('purchases.status', '=', 'paid')
    .where('purchases.settledAt', '>=', from)
    .where('purchases.settledAt', '<', to);
}

/** Finds the purchases with a total above 0 that were settled in the period but have no recorded payment. */
export async function findPurchasesWithoutPayment(db: Db, range: Range) {
  return selectPaidPurchases(db, range)
    .where('purchases.totalCents', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments').select('payments.id').whereRef('payments.purchaseId', '=', 'purchases.id'),
        ),
      ),
    )
    .execute();
}

/**
 * Finds the recurring purchases that were settled in the period but have no membership, business plan, or
 * upgrade.
 */
export async function findPurchasesWithoutGoods(db: Db, range: Range) {
  return selectPaidPurchases(db, range)
    .where(sql<boolean>`purchases.quote->>'interval' <> 'once'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .innerJoin('memberships', 'memberships.subscriptionId', 'subscriptions.id')
            .select('memberships.id')
            .whereRef('subscriptions.purchaseId', '=', 'purchases.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('businessPlans')
            .select('businessPlans.id')
            .whereRef('businessPlans.purchaseId', '=', 'purchases.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('planUpgrades')
            .select('planUpgrades.purchaseId')
            .whereRef('planUpgrades.purchaseId', '=', 'purchases.id'),
        ),
      ),
    )
    .execute();
}

export async function findPurchasesOpenSince(db: Db, before: Date) {
  return db
    .selectFrom('purchases')
    .select(['id', 'totalCents'])
    .where('status', 'in', ['pending', 'requires_action'])
    .where('attemptStartedAt', '<', before)
    .execute();
}

/** Finds the purchases that have ended but still hold a use of a promo code. */
export async function findLeakedHolds(db: Db): Promise<Array<{ id: string }>> {
  return db
    .selectFrom('promoHolds')
    .innerJoin('purchases', 'purchases.id', 'promoHolds.purchaseId')
    .select('purchases.id')
    .where('promoHolds.status', '=', 'held')
    .where('purchases.status', 'not in', ['pending', 'requires_action'])
    .execute();
}

/** Finds the ledger's entries for Stripe objects, with their sums of cash, fees, and money in transit. */
export async function findLedgerEntries(db: Db, sourceIds: readonly string[]) {
  if (sourceIds.length === 0) return [];
  const sumOf = (account: 'stripe cash' | 'stripe fees' | 'in transit') =>
    sql<number>`coalesce(sum(ledger_postings.amount_cents) filter (where account = ${account}), 0)::int4`;
  // A correction counts as part of the entry that it corrects.
  const kind = sql<LedgerEntryKind>`case ledger_entries.kind when 'payment correction' then 'payment'
    when 'balance correction' then 'balance transaction' else ledger_entries.kind end`;
  return db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select(['ledgerEntries.sourceId', kind.as('kind')])
    .select([
      sumOf('stripe cash').as('cashCents'),
      sumOf('stripe fees').as('feeCents'),
      sumOf('in transit').as('inTransitCents'),
    ])
    .where('ledgerEntries.sourceId', 'in', sourceIds)
    .groupBy(['ledgerEntries.sourceId', kind])
    .execute();
}
