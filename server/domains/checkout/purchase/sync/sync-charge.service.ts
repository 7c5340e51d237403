import { inTransaction, type Trx } from '#db/client.ts';
import { derivedId } from '../../../../lib/ids.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { adjustCommissions } from '../../../affiliates/commissions/commission.service.ts';
import { getSellerContact } from '../../../content/content.service.ts';
import { postReturns } from '../../../ledger/ledger.service.ts';
import { APPLIED, ignored, type SyncResult } from '../../../payments/events/event-outcome.service.ts';
import {
  findRefundState,
  type OpenDispute,
  saveOpenDisputes,
  saveRefunded,
} from '../../../payments/payment.service.ts';
import { type ChargedBill, findBillOfCharge, readReturns } from '../../../payments/stripe-refund.service.ts';
import { findPurchase } from '../purchase.repository.ts';
import type { Purchase } from '../purchase.schema.ts';
import {
  endReturnedPlan,
  findEndingPlan,
  resumePlan,
  updateReturnedPurchase,
} from './end-returned-plan.service.ts';
import { syncPayment } from './sync-payment.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

const RETRY_SECONDS = 60;
/** The buyer isn't emailed about older returns, which an imported subscription may have. */
const NEWS_MS = 30 * 86_400_000;

/**
 * Records what Stripe currently reports as refunded or disputed for a charge, and adjusts its commissions.
 * Ends what was bought if it was fully refunded or a dispute was lost, and restores it if that refund failed
 * (D55). May be called any number of times and in any order.
 */
export async function syncCharge(deps: Deps, chargeId: string): Promise<SyncResult> {
  const bill = await findBillOfCharge(deps, chargeId);
  if (!bill) return ignored('It belongs to no purchase');
  const isKnown = (await findRefundState(deps.db, bill.id)) !== undefined;
  // The refund's webhook may arrive before the payment's.
  if (!isKnown && bill.subscriptionId) await syncSubscription(deps, bill.subscriptionId);
  if (!isKnown && !bill.isInvoice) await syncPayment(deps, bill.id);
  for (;;) {
    const payment = await findRefundState(deps.db, bill.id);
    if (!payment) return retryWhileOpen(deps, bill, chargeId);
    const returns = await readReturns(deps, bill);
    const refundedCents = Math.min(payment.amountCents, returns.returnedCents);
    // Only the latest period's payment ends the plan, so it must be known whether the plan has renewed since.
    if (bill.subscriptionId && refundedCents > 0) await syncSubscription(deps, bill.subscriptionId);
    const savedPayment = await inTransaction(deps.db, async (trx) => {
      // Another process has saved a newer state, so read again.
      const disputedCents = Math.min(refundedCents, returns.disputedCents);
      const isDisputeLost = disputedCents > 0 ? returns.isDisputeLost : null;
      if (!(await saveRefunded(trx, payment, refundedCents, { disputedCents, isDisputeLost }))) return false;
      const returnIds = await postReturns(trx, payment, returns, new Date(deps.now().getTime() - NEWS_MS));
      await saveOpenDisputes(trx, payment.id, returns.openDisputes, deps.now());
      const isDisputed = returns.isDisputeLost || returns.openDisputes.length > 0;
      await adjustCommissions(deps, trx, [{ id: payment.id, refundedCents, isDisputed }]);
      const purchase = await findPurchase(trx, payment.purchaseId);
      if (purchase) await enqueueDisputesOpened(deps, trx, purchase, returns.openDisputes);
      // A plan that ends has an email of its own.
      if (
        bill.subscriptionId &&
        (await findEndingPlan({ ...deps, db: trx }, bill.subscriptionId, payment, returns))
      )
        return true;
      for (const receiptId of returnIds) await deps.jobs.enqueue(trx, 'later-receipt', { receiptId });
      return true;
    });
    if (!savedPayment) continue;
    if (bill.subscriptionId) {
      await endReturnedPlan(deps, bill.subscriptionId, payment, returns);
      await resumePlan(deps, bill.subscriptionId, payment, returns);
    } else {
      await updateReturnedPurchase(deps, payment, returns);
    }
    return APPLIED;
  }
}

/**
 * Emails the support address about each new dispute, with the deadline for evidence. A dispute gets only one
 * such email.
 */
async function enqueueDisputesOpened(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  disputes: readonly OpenDispute[],
): Promise<void> {
  const { email } = await getSellerContact(trx);
  if (!email) return;
  for (const { id, amountCents, reason, evidenceDueAt } of disputes) {
    const props = {
      disputeId: id,
      purchaseNumber: purchase.id,
      amountCents,
      reason,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
      receiptUrl: { kind: 'staff-receipt', id: purchase.id } as const,
    };
    const jobId = derivedId(`dispute-opened:${id}`, purchase.id);
    await deps.jobs.enqueue(trx, 'mail', { mail: 'dispute-opened', to: email, props }, { id: jobId });
  }
}

/**
 * While its purchase is open, a charge isn't recorded, so the refund must be read again later. The charge of
 * a replaced attempt is refunded without ever being recorded.
 */
async function retryWhileOpen(
  deps: Deps,
  { purchaseId }: ChargedBill,
  chargeId: string,
): Promise<SyncResult> {
  const purchase = purchaseId ? await findPurchase(deps.db, purchaseId) : undefined;
  const isOpen = purchase?.status === 'pending' || purchase?.status === 'requires_action';
  if (!isOpen) return ignored('Its payment is not recorded');
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(trx, 'sync-charge', { chargeId }, { startAfterSeconds: RETRY_SECONDS }),
  );
  return ignored('The purchase is still open, so the charge is read again in a minute');
}
