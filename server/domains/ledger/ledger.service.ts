import type { Db, Trx } from '#db/client.ts';
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
import {
  findPastReturns,
  findPostedSources,
  findReturnIds,
  insertEntries,
  sumPostings,
} from './ledger.repository.ts';

// Call each function in the transaction that records the event. Posting the same event again has no effect.

export async function postPayment(trx: Trx, payment: PostedPayment): Promise<void> {
  await insertEntries(trx, [createPaymentEntry(payment)]);
}

/** All of a payment's refunds and disputes at Stripe. */
export interface ReturnedMoney {
  refunds: readonly StripeRefund[];
  disputes: readonly DisputeMovement[];
}

/**
 * Posts a payment's refunds and disputes. Returns the ids of the entries that are news since `since`: of new
 * refunds and disputes, and of refunds that are now known to have failed.
 */
export async function postReturns(
  trx: Trx,
  payment: { id: string; providerInvoiceId: string },
  { refunds, disputes }: ReturnedMoney,
  since: Date = new Date(0),
): Promise<string[]> {
  const pastReturns = await findPastReturns(trx, payment.providerInvoiceId);
  const inserted = await insertEntries(trx, [
    ...(pastReturns ? [createReturnsReversal(payment, pastReturns)] : []),
    ...refunds.flatMap((refund) => createRefundEntries(payment.id, refund)),
    ...disputes.map((movement) => createDisputeEntry(payment.id, movement)),
  ]);
  // They were posted before, as one total.
  if (pastReturns) return [];
  const sourceIds = inserted.map(({ sourceId }) => sourceId);
  return findReturnIds(trx, sourceIds, since);
}

export async function postBalanceTransactions(
  trx: Trx,
  transactions: readonly BalanceTransaction[],
): Promise<void> {
  await insertEntries(trx, transactions.map(createBalanceEntry));
}

/** Returns the ids of the refunds and disputes that are not posted yet. */
export async function listUnposted(
  trx: Trx,
  returns: ReadonlyArray<{ kind: 'refund' | 'dispute'; sourceId: string }>,
): Promise<Set<string>> {
  const postedSources = await findPostedSources(
    trx,
    returns.map(({ sourceId }) => sourceId),
  );
  return new Set(
    returns
      .filter(
        ({ kind, sourceId }) =>
          !postedSources.some((entry) => entry.kind === kind && entry.sourceId === sourceId),
      )
      .map(({ sourceId }) => sourceId),
  );
}

export async function postCommissions(trx: Trx, commissions: readonly Commission[], at: Date): Promise<void> {
  await insertEntries(
    trx,
    commissions.map((commission) => createCommissionEntry(commission, at)),
  );
}

export async function postPayout(trx: Trx, payout: Payout, at: Date): Promise<void> {
  await insertEntries(trx, [createPayoutEntry(payout, at)]);
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
  const postedCents = await sumPostings(trx, payment.providerInvoiceId, ['payment', 'payment correction']);
  if (postedCents.size === 0) return;
  const differenceCents = receivedCents - (postedCents.get('in transit') ?? 0);
  await insertEntries(trx, [createPaymentCorrection(payment, differenceCents, at)]);
}

/** A balance transaction's amounts at Stripe. */
interface BalanceAmounts {
  id: string;
  netCents: number;
  feeCents: number;
}

/** What must be added to the amounts posted for a balance transaction so that they match Stripe's. */
export interface BalanceDifference {
  id: string;
  cashCents: number;
  feeCents: number;
}

/** Returns null if nothing was posted or nothing differs. */
export async function findBalanceDifference(
  db: Db,
  { id, netCents, feeCents }: BalanceAmounts,
): Promise<BalanceDifference | null> {
  const postedCents = await sumPostings(db, id, ['balance transaction', 'balance correction']);
  if (postedCents.size === 0) return null;
  const cashCents = netCents - (postedCents.get('stripe cash') ?? 0);
  const missingFeeCents = feeCents - (postedCents.get('stripe fees') ?? 0);
  if (cashCents === 0 && missingFeeCents === 0) return null;
  return { id, cashCents, feeCents: missingFeeCents };
}

/** Like `correctPayment`, for the entry of a balance transaction. */
export async function correctBalance(
  trx: Trx,
  paymentId: string,
  change: BalanceAmounts,
  at: Date,
): Promise<void> {
  const difference = await findBalanceDifference(trx, change);
  if (difference) await insertEntries(trx, [createBalanceCorrection(paymentId, change.id, difference, at)]);
}
