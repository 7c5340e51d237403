import type { Trx } from '#db/client.ts';
import {
  type BalanceTransaction,
  type Commission,
  createBalanceCorrection,
  createBalanceEntry,
  createCommissionEntry,
  createDisputeEntry,
  createPaymentCorrection,
  createPaymentEntry,
  createPayoutEntry,
  createRefundEntries,
  createReturnsReversal,
  type DisputeMovement,
  type Payout,
  type PostedPayment,
  type StripeRefund,
} from './entries.ts';
import { findPastReturns, findPostedSources, insertEntries, sumPostings } from './ledger.repository.ts';

// Call each function in the transaction that records the event. Posting the same event again has no effect.

export function postPayment(trx: Trx, payment: PostedPayment): Promise<void> {
  return insertEntries(trx, [createPaymentEntry(payment)]);
}

/** All of a payment's refunds and disputes at Stripe. */
export interface ReturnedMoney {
  refunds: readonly StripeRefund[];
  disputes: readonly DisputeMovement[];
}

export async function postReturns(
  trx: Trx,
  payment: { id: string; providerInvoiceId: string },
  { refunds, disputes }: ReturnedMoney,
): Promise<void> {
  const past = await findPastReturns(trx, payment.providerInvoiceId);
  await insertEntries(trx, [
    ...(past ? [createReturnsReversal(payment, past)] : []),
    ...refunds.flatMap((refund) => createRefundEntries(payment.id, refund)),
    ...disputes.map((movement) => createDisputeEntry(payment.id, movement)),
  ]);
}

export function postBalanceTransactions(
  trx: Trx,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  return insertEntries(trx, transactions.map(createBalanceEntry));
}

/** Returns the ids of the refunds and disputes that are not posted yet. */
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
    commissions.map((commission) => createCommissionEntry(commission, at)),
  );
}

export function postPayout(trx: Trx, payout: Payout, at: Date): Promise<void> {
  return insertEntries(trx, [createPayoutEntry(payout, at)]);
}

/**
 * Posts the difference between a payment's entry and what Stripe received. Each payment can be corrected
 * once. No-op if nothing was posted or nothing differs.
 */
export async function correctPayment(
  trx: Trx,
  payment: { id: string; providerInvoiceId: string },
  receivedCents: number,
  at: Date,
): Promise<void> {
  const posted = await sumPostings(trx, payment.providerInvoiceId, ['payment', 'payment correction']);
  if (posted.size === 0) return;
  const differenceCents = receivedCents - (posted.get('in transit') ?? 0);
  await insertEntries(trx, [createPaymentCorrection(payment, differenceCents, at)]);
}

/** Like `correctPayment`, for the entry of a balance transaction. */
export async function correctBalance(
  trx: Trx,
  paymentId: string,
  { id, netCents, feeCents }: { id: string; netCents: number; feeCents: number },
  at: Date,
): Promise<void> {
  const posted = await sumPostings(trx, id, ['balance transaction', 'balance correction']);
  if (posted.size === 0) return;
  const difference = {
    cashCents: netCents - (posted.get('stripe cash') ?? 0),
    feeCents: feeCents - (posted.get('stripe fees') ?? 0),
  };
  await insertEntries(trx, [createBalanceCorrection(paymentId, id, difference, at)]);
}
