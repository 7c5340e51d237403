import { inTransaction } from '#db/client.ts';
import { derivedId } from '../../../../lib/ids.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { recordAudit } from '../../../../platform/monitoring/audit.service.ts';
import { findPayment } from '../../../payments/payment.service.ts';
import type { BillReturns } from '../../../payments/stripe-refund.service.ts';
import { endSubscriptionAndVoidInvoices } from '../../../payments/stripe-subscription.service.ts';
import {
  findSubscriptionByProvider,
  saveGrant,
} from '../../../payments/subscriptions/subscription.service.ts';
import { findPayerAddress } from '../buyer.ts';
import { findPurchase } from '../purchase.repository.ts';
import type { Purchase } from '../purchase.schema.ts';
import { sumOneTimeFeeCents } from './record-payments.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

interface ReturnedPayment {
  id: string;
  purchaseId: string;
  amountCents: number;
  periodEnd: Date;
}

/** Returns the plan that a return ends, if it still runs. `endReturnedPlan` then ends it. */
export async function findEndingPlan(
  deps: Pick<Deps, 'db' | 'now'>,
  providerId: string,
  payment: ReturnedPayment,
  returns: BillReturns,
): Promise<{ purchase: Purchase; subscriptionId: string } | undefined> {
  const purchase = await findPurchase(deps.db, payment.purchaseId);
  if (!purchase) return undefined;
  if (!returns.isDisputeLost && !(await isPlanRefunded(deps, purchase, payment, returns))) return undefined;
  const subscription = await findSubscriptionByProvider(deps.db, providerId);
  if (!subscription || (subscription.endedAt && subscription.endedAt <= deps.now())) return undefined;
  // If the plan has renewed since, this payment was for an earlier period.
  if (!returns.isDisputeLost && payment.periodEnd < subscription.periodEnd) return undefined;
  return { purchase, subscriptionId: subscription.id };
}

/**
 * Ends a plan immediately if its entire current period was refunded, or if a dispute about it was lost (D55).
 * Any other refund doesn't affect the plan. Call it after `syncSubscription`. Safe to repeat.
 */
export async function endReturnedPlan(
  deps: Deps,
  providerId: string,
  payment: ReturnedPayment,
  returns: BillReturns,
): Promise<void> {
  const ending = await findEndingPlan(deps, providerId, payment, returns);
  if (!ending) return;
  await enqueuePlanEnded(deps, ending.purchase, ending.subscriptionId, {
    cause: returns.isDisputeLost ? 'dispute' : 'refund',
    amountCents: Math.min(payment.amountCents, returns.returnedCents),
  });
  await endSubscriptionAndVoidInvoices(deps, providerId);
  await revokeGrant(deps, providerId);
  await syncSubscription(deps, providerId);
}

/**
 * Emails the buyer that the plan ended because its money was returned. A subscription gets only one such
 * email.
 */
async function enqueuePlanEnded(
  deps: Deps,
  purchase: Purchase,
  subscriptionId: string,
  { cause, amountCents }: { cause: 'refund' | 'dispute'; amountCents: number },
): Promise<void> {
  const { subject, greetingName } = deps.kinds[purchase.kind].summarize(purchase);
  await inTransaction(deps.db, async (trx) =>
    deps.jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'plan-ended',
        to: await findPayerAddress(trx, purchase),
        props: { subject, firstname: greetingName, cause, amountCents },
      },
      { id: derivedId('plan-ended', subscriptionId) },
    ),
  );
}

/** Revokes the grant by staff, which would keep the plan running even though its payment was returned. */
async function revokeGrant({ db }: Deps, providerId: string): Promise<void> {
  for (;;) {
    const storedSubscription = await findSubscriptionByProvider(db, providerId);
    if (!storedSubscription?.grantedUntil) return;
    if (await inTransaction(db, (trx) => saveGrant(trx, storedSubscription, null))) return;
  }
}

/**
 * Resumes a plan if the refund that ended it has failed, because we have the money again. The plan works
 * until the end of the period that was paid for. It doesn't renew, because Stripe can't reopen a
 * subscription. Safe to repeat.
 */
export async function resumePlan(
  deps: Deps,
  providerId: string,
  payment: ReturnedPayment,
  returns: BillReturns,
): Promise<void> {
  if (returns.failedRefundCents === 0 || returns.isDisputeLost) return;
  const purchase = await findPurchase(deps.db, payment.purchaseId);
  if (!purchase || (await isPlanRefunded(deps, purchase, payment, returns))) return;
  const returnsWithoutFailure = { endingRefundCents: returns.endingRefundCents + returns.failedRefundCents };
  if (!(await isPlanRefunded(deps, purchase, payment, returnsWithoutFailure))) return;
  const { periodEnd } = payment;
  const isResumed = await inTransaction(deps.db, async (trx) => {
    const storedSubscription = await findSubscriptionByProvider(trx, providerId);
    if (
      !storedSubscription?.endedAt ||
      storedSubscription.endedAt >= periodEnd ||
      periodEnd < storedSubscription.periodEnd
    )
      return true;
    if (!(await saveGrant(trx, storedSubscription, periodEnd))) return false;
    await deps.kinds[purchase.kind].end(deps, trx, purchase, periodEnd);
    await recordAudit(trx, {
      actorId: null,
      action: 'purchase.resume',
      subject: `purchase:${purchase.id}`,
      reason: 'The refund failed',
      at: deps.now(),
      change: { before: storedSubscription.endedAt.toISOString(), after: periodEnd.toISOString() },
    });
    return true;
  });
  if (!isResumed) await resumePlan(deps, providerId, payment, returns);
}

/**
 * Ends what a one-time purchase bought if its entire price was refunded or a dispute about it was lost.
 * Otherwise restores it. Safe to repeat.
 */
export async function updateReturnedPurchase(
  deps: Deps,
  payment: ReturnedPayment,
  returns: BillReturns,
): Promise<void> {
  const purchase = await findPurchase(deps.db, payment.purchaseId);
  if (!purchase) return;
  const isReturned = returns.isDisputeLost || (await isPlanRefunded(deps, purchase, payment, returns));
  const endedAt = isReturned ? deps.now() : null;
  await inTransaction(deps.db, (trx) => deps.kinds[purchase.kind].end(deps, trx, purchase, endedAt));
}

/**
 * True if the refunds cover what the payment paid for the plan. One-time fees, such as the fee for a physical
 * card, don't count.
 */
export async function isPlanRefunded(
  { db }: Pick<Deps, 'db'>,
  { quote }: Purchase,
  { id, amountCents }: Pick<ReturnedPayment, 'id' | 'amountCents'>,
  { endingRefundCents }: Pick<BillReturns, 'endingRefundCents'>,
): Promise<boolean> {
  const isFirst = (await findPayment(db, id))?.ordinal === 1;
  const planCents = amountCents - (isFirst ? sumOneTimeFeeCents(quote) : 0);
  return planCents > 0 && endingRefundCents >= planCents;
}
