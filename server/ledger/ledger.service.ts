import type { Trx } from '#db/client.ts';
import {
  type BalanceTransaction,
  balanceEntry,
  type Commission,
  commissionEntry,
  type DisputeMovement,
  disputeEntry,
  type Payout,
  type PostedPayment,
  pastReturnsReversal,
  paymentEntry,
  payoutEntry,
  refundEntries,
  type StripeRefund,
} from './entries.ts';
import { findPastReturns, findPostedSources, insertEntries } from './ledger.repository.ts';

// Call each of these in the transaction that records the event. Posting the same event again does nothing.

/** A paid invoice or one-time payment. */
export function postPayment(trx: Trx, payment: PostedPayment): Promise<void> {
  return insertEntries(trx, [paymentEntry(payment)]);
}

/** All refunds and disputes of one payment that Stripe lists. */
export interface ReturnedMoney {
  refunds: readonly StripeRefund[];
  disputes: readonly DisputeMovement[];
}

/** Refunds and disputes of a payment. */
export async function postReturns(
  trx: Trx,
  payment: { id: string; providerInvoiceId: string },
  { refunds, disputes }: ReturnedMoney,
): Promise<void> {
  const past = await findPastReturns(trx, payment.providerInvoiceId);
  await insertEntries(trx, [
    ...(past ? [pastReturnsReversal(payment, past)] : []),
    ...refunds.flatMap((refund) => refundEntries(payment.id, refund)),
    ...disputes.map((movement) => disputeEntry(payment.id, movement)),
  ]);
}

/** Changes of our balance at Stripe, including its fees. */
export function postBalanceTransactions(
  trx: Trx,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  return insertEntries(trx, transactions.map(balanceEntry));
}

/** Of refunds and disputes, the ids of those that are not posted yet. */
export async function listUnposted(
  trx: Trx,
  returns: ReadonlyArray<{ kind: 'refund' | 'dispute'; sourceId: string }>,
): Promise<Set<string>> {
  const posted = await findPostedSources(
    trx,
    returns.map(({ sourceId }) => sourceId),
  );
  return new Set(
    returns
      .filter(
        ({ kind, sourceId }) => !posted.some((entry) => entry.kind === kind && entry.sourceId === sourceId),
      )
      .map(({ sourceId }) => sourceId),
  );
}

export function postCommissions(trx: Trx, commissions: readonly Commission[], at: Date): Promise<void> {
  return insertEntries(
    trx,
    commissions.map((commission) => commissionEntry(commission, at)),
  );
}

export function postPayout(trx: Trx, payout: Payout, at: Date): Promise<void> {
  return insertEntries(trx, [payoutEntry(payout, at)]);
}
