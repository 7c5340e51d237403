import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../../deps.ts';
import { findPayment } from '../../../payments/payment.service.ts';
import type { BillReturns } from '../../../payments/stripe-refund.service.ts';
import { closeSubscription } from '../../../payments/stripe-subscription.service.ts';
import { findSubscriptionByProvider, saveGrant } from '../../../payments/subscription.service.ts';
import { enqueuePlanEnded } from '../../receipt/returned-money-mail.service.ts';
import { findPurchase } from '../purchase.repository.ts';
import type { Purchase } from '../purchase.schema.ts';
import { oneTimeFeeCents } from './record-payments.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

interface ReturnedPayment {
  id: string;
  purchaseId: string;
  amountCents: number;
  periodEnd: Date;
}

/**
 * Ends a plan immediately if its whole current period was refunded or a dispute about it was lost (D55). Any other
 * refund leaves it unchanged. Safe to repeat.
 */
export async function endReturnedPlan(
  deps: Deps,
  providerId: string,
  payment: ReturnedPayment,
  returns: BillReturns,
): Promise<void> {
  const purchase = await findPurchase(deps.db, payment.purchaseId);
  const isRefunded = purchase && (await isPlanRefunded(deps, purchase, payment, returns));
  if (!purchase || !(isRefunded || returns.isDisputeLost)) return;
  // If the plan has renewed since, this payment was for an earlier period.
  await syncSubscription(deps, providerId);
  const subscription = await findSubscriptionByProvider(deps.db, providerId);
  if (!subscription || (subscription.endedAt && subscription.endedAt <= deps.now())) return;
  if (!returns.isDisputeLost && payment.periodEnd < subscription.periodEnd) return;
  await enqueuePlanEnded(deps, purchase, subscription.id, {
    cause: returns.isDisputeLost ? 'dispute' : 'refund',
    amountCents: Math.min(payment.amountCents, returns.returnedCents),
  });
  await closeSubscription(deps, providerId);
  await takeBackGrant(deps, providerId);
  await syncSubscription(deps, providerId);
}

/** A grant would keep a canceled plan running whose paid period is over. */
async function takeBackGrant({ db }: Deps, providerId: string): Promise<void> {
  for (;;) {
    const stored = await findSubscriptionByProvider(db, providerId);
    if (!stored?.grantedUntil) return;
    if (await inTransaction(db, (trx) => saveGrant(trx, stored, null))) return;
  }
}

/** Compares the refunds with the plan's share of a payment, without one-time fees such as that for a physical card. */
async function isPlanRefunded(
  { db }: Deps,
  { quote }: Purchase,
  { id, amountCents }: ReturnedPayment,
  { endingRefundCents }: BillReturns,
): Promise<boolean> {
  const isFirst = (await findPayment(db, id))?.ordinal === 1;
  const planCents = amountCents - (isFirst ? oneTimeFeeCents(quote) : 0);
  return planCents > 0 && endingRefundCents >= planCents;
}
