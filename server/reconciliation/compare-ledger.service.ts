import type { Deps } from '../deps.ts';
import type { BalanceChange } from '../payments/balance-transaction.service.ts';
import type { ListedCharge } from '../payments/stripe-listing.service.ts';
import { createFinding, type Finding } from './finding.schema.ts';
import { findLedgerEntries, findPaymentsOfBills } from './reconciliation.repository.ts';

/** A balance transaction younger than this may not be posted yet, because they are posted once an hour. */
const POSTING_MS = 3 * 3_600_000;

type Entry = Awaited<ReturnType<typeof findLedgerEntries>>[number];

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
  const recorded = charges.filter(({ billId }) => purchases.has(billId));
  const recordedIds = new Set(recorded.map(({ id }) => id));
  const entries = await findLedgerEntries(db, [
    ...recorded.map(({ billId }) => billId),
    ...changes.flatMap(({ id, returned }) => (returned ? [id, returned.sourceId] : [id])),
  ]);
  const find = (kind: Entry['kind'], sourceId: string) =>
    entries.find((entry) => entry.kind === kind && entry.sourceId === sourceId);
  const postedBefore = new Date(now().getTime() - POSTING_MS);

  const unposted = recorded.flatMap(({ id, billId, amountCents }) => {
    const entry = find('payment', billId);
    const about = { purchaseId: purchases.get(billId) ?? null, stripeCents: amountCents };
    if (!entry) return [createFinding('missing-posting', id, { ...about, ourCents: 0 })];
    if (entry.inTransitCents === amountCents) return [];
    return [createFinding('posting-differs', id, { ...about, ourCents: entry.inTransitCents })];
  });
  const differing = changes.flatMap(({ id, at, netCents, feeCents, chargeId, returned }) => {
    const subject = chargeId ?? id;
    const isReturnMissing =
      returned && chargeId && recordedIds.has(chargeId) && !find(returned.kind, returned.sourceId);
    if (isReturnMissing) return [createFinding('missing-posting', subject)];
    const entry = find('balance transaction', id);
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
  return [...unposted, ...differing];
}
