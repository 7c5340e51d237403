import type { Deps } from '../../platform/deps.ts';
import type { BalanceChange } from '../payments/balance-transaction.service.ts';
import type { ListedCharge } from '../payments/stripe-listing.service.ts';
import { createFinding, type Finding } from './finding.schema.ts';
import { findLedgerEntries, findPaymentsOfBills } from './reconciliation.repository.ts';

/** A balance transaction younger than this may not be posted yet, because they are posted once an hour. */
const POSTING_DELAY_MS = 3 * 3_600_000;

type RecordedEntry = Awaited<ReturnType<typeof findLedgerEntries>>[number];

/** Checks that each payment, refund, dispute, and balance change at Stripe is posted in the ledger. */
export async function compareLedger(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  changes: readonly BalanceChange[],
  charges: readonly ListedCharge[],
): Promise<Finding[]> {
  const payments = await findPaymentsOfBills(
    db,
    charges.map(({ billId }) => billId),
  );
  const purchases = new Map(payments.map(({ billId, purchaseId }) => [billId, purchaseId]));
  const recordedCharges = charges.filter(({ billId }) => purchases.has(billId));
  const recordedIds = new Set(recordedCharges.map(({ id }) => id));
  const entries = await findLedgerEntries(db, [
    ...recordedCharges.map(({ billId }) => billId),
    ...changes.flatMap(({ id, returned }) => (returned ? [id, returned.sourceId] : [id])),
  ]);
  const findEntry = (kind: RecordedEntry['kind'], sourceId: string) =>
    entries.find((entry) => entry.kind === kind && entry.sourceId === sourceId);
  const postedBefore = new Date(now().getTime() - POSTING_DELAY_MS);

  const paymentFindings = recordedCharges.flatMap(({ id, billId, amountCents }) => {
    const entry = findEntry('payment', billId);
    const context = { purchaseId: purchases.get(billId) ?? null, stripeCents: amountCents };
    if (!entry) return [createFinding('missing-posting', id, { ...context, ourCents: 0 })];
    if (entry.inTransitCents === amountCents) return [];
    return [createFinding('posting-differs', id, { ...context, ourCents: entry.inTransitCents })];
  });
  const balanceFindings = changes.flatMap(({ id, at, netCents, feeCents, chargeId, returned }) => {
    const subject = chargeId ?? id;
    const isReturnMissing =
      returned && chargeId && recordedIds.has(chargeId) && !findEntry(returned.kind, returned.sourceId);
    if (isReturnMissing) return [createFinding('missing-posting', subject)];
    const entry = findEntry('balance transaction', id);
    if (!entry) {
      // A change of 0 cents is not posted.
      if (at > postedBefore || (netCents === 0 && feeCents === 0)) return [];
      return [createFinding('missing-posting', subject, { stripeCents: netCents, ourCents: 0 })];
    }
    if (entry.feeCents !== feeCents) {
      const fees = { stripeCents: feeCents, ourCents: entry.feeCents };
      return [createFinding('posting-differs', subject, fees)];
    }
    if (entry.cashCents === netCents) return [];
    return [createFinding('posting-differs', subject, { stripeCents: netCents, ourCents: entry.cashCents })];
  });
  return [...paymentFindings, ...balanceFindings];
}
