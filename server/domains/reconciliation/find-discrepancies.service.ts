import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import {
  findListedSubscription,
  findReceivedCents,
  type ListedCharge,
  type ListedSubscription,
  listBalance,
  listCharges,
  listSubscriptions,
  type Period,
} from '../payments/stripe-listing.service.ts';
import { compareLedger } from './compare-ledger.service.ts';
import { createFinding, type Finding } from './finding.schema.ts';
import {
  findLeakedHolds,
  findPaymentsOfBills,
  findPaymentsOfPeriod,
  findPurchaseStatuses,
  findPurchasesOpenSince,
  findPurchasesWithoutGoods,
  findPurchasesWithoutPayment,
  findSubscriptionsByProvider,
  findSubscriptionsOfPeriod,
  type RecordedSubscription,
} from './reconciliation.repository.ts';

const DAY_MS = 86_400_000;
/** How long the request, a webhook, or the sweeper may take to record a charge. */
const SETTLING_MS = 15 * 60_000;
const MAX_OPEN_MS = 60 * 60_000;

export type ReconciliationDeps = Pick<Deps, 'db' | 'stripe' | 'now'>;

/**
 * Compares Stripe's objects of a period with our rows, in both directions. Read-only. Goes day by day, so
 * that a long period doesn't have to fit into memory.
 */
export async function findDiscrepancies(deps: ReconciliationDeps, { from, to }: Period): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let start = from; start < to; start = new Date(start.getTime() + DAY_MS)) {
    const end = new Date(Math.min(start.getTime() + DAY_MS, to.getTime()));
    findings.push(...(await compareDay(deps, { from: start, to: end })));
  }
  findings.push(...(await findStuckPurchases(deps)));
  return removeDuplicates(findings);
}

/** Skips invalid purchase ids, because staff can edit Stripe's metadata. */
function listPurchaseIds(stripeObjects: ReadonlyArray<{ purchaseId: string | undefined }>): string[] {
  return stripeObjects.flatMap(({ purchaseId }) => z.uuid().safeParse(purchaseId).data ?? []);
}

/** A charge and its refund may fall on different days, and then both days report the same finding. */
function removeDuplicates(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.kind} ${finding.id}`, finding])).values()];
}

async function compareDay(deps: ReconciliationDeps, day: Period): Promise<Finding[]> {
  const charges = await listCharges(deps, day);
  const startedSubscriptions = await listSubscriptions(deps, day);
  const chargeFindings = await compareCharges(deps, charges);
  const reportedIds = new Set(chargeFindings.map(({ id }) => id));
  const ledgerFindings = await compareLedger(deps, await listBalance(deps, day), charges);
  return [
    ...chargeFindings,
    ...(await comparePayments(deps, day, charges)),
    ...(await compareSubscriptions(deps, day, charges, startedSubscriptions)),
    // Skip ledger findings about charges that are already reported. Unrecorded charges can't be posted.
    ...ledgerFindings.filter(({ id }) => !reportedIds.has(id)),
    ...(await findPurchasesWithoutGoods(deps.db, day)).map(({ id }) =>
      createFinding('missing-goods', id, { purchaseId: id }),
    ),
  ];
}

/** Checks that each charge at Stripe is recorded in our database with its amount, refunds, and disputes. */
async function compareCharges(
  { db, now }: ReconciliationDeps,
  charges: readonly ListedCharge[],
): Promise<Finding[]> {
  const payments = await findPaymentsOfBills(
    db,
    charges.map(({ billId }) => billId),
  );
  const paymentsByBill = new Map(payments.map((payment) => [payment.billId, payment]));
  const unrecordedCharges = charges.filter(({ billId }) => !paymentsByBill.has(billId));
  const purchases = await findPurchaseStatuses(db, listPurchaseIds(unrecordedCharges));
  const knownPurchases = new Set(purchases.map(({ id }) => id));
  const settledBefore = new Date(now().getTime() - SETTLING_MS);

  return charges.flatMap((charge) => {
    const { id, billId, purchaseId, amountCents, returnedCents, chargedAt } = charge;
    const payment = paymentsByBill.get(billId);
    if (!payment) {
      // The charge of a superseded attempt is refunded without being recorded.
      if (returnedCents >= amountCents) return [];
      const amounts = { stripeCents: amountCents - returnedCents, ourCents: 0 };
      if (purchaseId === undefined || !knownPurchases.has(purchaseId)) {
        return [createFinding('charge-without-purchase', id, amounts)];
      }
      if (chargedAt > settledBefore) return [];
      return [createFinding('unrecorded-charge', id, { ...amounts, purchaseId })];
    }
    const context = { purchaseId: payment.purchaseId };
    if (payment.amountCents !== amountCents) {
      const amounts = { stripeCents: amountCents, ourCents: payment.amountCents };
      return [createFinding('amount-differs', id, { ...context, ...amounts })];
    }
    const refundedCents = Math.min(amountCents, returnedCents);
    if (payment.refundedCents !== refundedCents) {
      const amounts = { stripeCents: refundedCents, ourCents: payment.refundedCents };
      return [createFinding('refund-differs', id, { ...context, ...amounts })];
    }
    return [];
  });
}

/** Checks that each payment and paid purchase in our database has a charge at Stripe. */
async function comparePayments(
  deps: ReconciliationDeps,
  day: Period,
  charges: readonly ListedCharge[],
): Promise<Finding[]> {
  const listedBills = new Set(charges.map(({ billId }) => billId));
  const findings: Finding[] = [];
  for (const { billId, purchaseId, amountCents } of await findPaymentsOfPeriod(deps.db, day)) {
    if (listedBills.has(billId)) continue;
    // Stripe may have created the charge on another day, so that `charges` lacks it.
    const stripeCents = (await findReceivedCents(deps, billId)) ?? 0;
    if (stripeCents === amountCents) continue;
    const kind = stripeCents === 0 ? 'purchase-without-charge' : 'amount-differs';
    findings.push(createFinding(kind, purchaseId, { purchaseId, stripeCents, ourCents: amountCents }));
  }
  for (const { id, totalCents } of await findPurchasesWithoutPayment(deps.db, day)) {
    const amounts = { purchaseId: id, stripeCents: 0, ourCents: totalCents };
    findings.push(createFinding('purchase-without-charge', id, amounts));
  }
  return findings;
}

/**
 * Checks that our database has each running Stripe subscription, and agrees on whether it runs and renews.
 */
async function compareSubscriptions(
  deps: ReconciliationDeps,
  day: Period,
  charges: readonly ListedCharge[],
  startedSubscriptions: readonly ListedSubscription[],
): Promise<Finding[]> {
  const listedSubscriptions = new Map<string, ListedSubscription>();
  for (const subscription of [
    ...startedSubscriptions,
    ...charges.flatMap(({ subscription }) => subscription ?? []),
  ]) {
    listedSubscriptions.set(subscription.id, subscription);
  }
  const recordedSubscriptions = new Map<string, RecordedSubscription>();
  for (const recordedSubscription of [
    ...(await findSubscriptionsByProvider(deps.db, [...listedSubscriptions.keys()])),
    ...(await findSubscriptionsOfPeriod(deps.db, day)),
  ]) {
    if (recordedSubscription.providerId)
      recordedSubscriptions.set(recordedSubscription.providerId, recordedSubscription);
  }
  const findings = await findOrphans(deps, charges, [...listedSubscriptions.values()], recordedSubscriptions);
  for (const [id, recordedSubscription] of recordedSubscriptions) {
    const subscription = listedSubscriptions.get(id) ?? (await findListedSubscription(deps, id));
    if (hasSameState(recordedSubscription, subscription)) continue;
    findings.push(createFinding('subscription-differs', id, { purchaseId: recordedSubscription.purchaseId }));
  }
  return findings;
}

function hasSameState(
  recordedSubscription: RecordedSubscription,
  subscription: ListedSubscription | undefined,
): boolean {
  const isRunningInDatabase = recordedSubscription.endedAt === null;
  if (isRunningInDatabase !== (subscription?.isAlive ?? false)) return false;
  return !isRunningInDatabase || (recordedSubscription.canceledAt === null) === subscription?.isRenewing;
}

/**
 * Finds running Stripe subscriptions that our database doesn't have. Skips those whose purchase is still
 * open, and those with a charge, because `compareCharges` reports them.
 */
async function findOrphans(
  { db }: ReconciliationDeps,
  charges: readonly ListedCharge[],
  listedSubscriptions: readonly ListedSubscription[],
  recordedSubscriptions: ReadonlyMap<string, RecordedSubscription>,
): Promise<Finding[]> {
  const chargedSubscriptionIds = new Set(
    charges
      .filter(({ amountCents, returnedCents }) => returnedCents < amountCents)
      .map(({ subscription }) => subscription?.id),
  );
  const orphans = listedSubscriptions.filter(
    ({ id, isAlive }) => isAlive && !recordedSubscriptions.has(id) && !chargedSubscriptionIds.has(id),
  );
  const purchases = await findPurchaseStatuses(db, listPurchaseIds(orphans));
  const openPurchases = new Set(
    purchases
      .filter(({ status }) => status === 'pending' || status === 'requires_action')
      .map(({ id }) => id),
  );
  return orphans
    .filter(({ purchaseId }) => purchaseId === undefined || !openPurchases.has(purchaseId))
    .map(({ id, purchaseId = null }) => createFinding('orphaned-subscription', id, { purchaseId }));
}

/**
 * Finds, regardless of the period, purchases that have been open for more than an hour, and promo codes that
 * ended purchases still hold.
 */
async function findStuckPurchases({ db, now }: ReconciliationDeps): Promise<Finding[]> {
  const unfinishedPurchases = await findPurchasesOpenSince(db, new Date(now().getTime() - MAX_OPEN_MS));
  const leakedHolds = await findLeakedHolds(db);
  return [
    ...unfinishedPurchases.map(({ id, totalCents }) =>
      createFinding('unfinished-purchase', id, { purchaseId: id, ourCents: totalCents }),
    ),
    ...leakedHolds.map(({ id }) => createFinding('leaked-hold', id, { purchaseId: id })),
  ];
}
