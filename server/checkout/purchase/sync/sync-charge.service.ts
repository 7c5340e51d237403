import { inTransaction } from '#db/client.ts';
import { adjustCommissions } from '../../../affiliates/commissions/commission.service.ts';
import type { Deps } from '../../../deps.ts';
import { postReturns } from '../../../ledger/ledger.service.ts';
import { findRefundState, saveRefunded } from '../../../payments/payment.service.ts';
import { type ChargedBill, findBillOfCharge, readReturns } from '../../../payments/stripe-refund.service.ts';
import { enqueueDisputesOpened } from '../../receipt/returned-money-mail.service.ts';
import { findPurchase } from '../purchase.repository.ts';
import { endReturnedPlan, resumePlan, updateReturnedGoods } from './end-returned-plan.service.ts';
import { syncPayment } from './sync-payment.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

const RETRY_SECONDS = 60;

/**
 * Records what Stripe currently reports as refunded or disputed for a charge, and adjusts the commissions on it. Ends
 * the plan if its payment was returned (D55). Safe to call any number of times and in any order.
 */
export async function syncCharge(deps: Deps, chargeId: string): Promise<void> {
  const bill = await findBillOfCharge(deps, chargeId);
  if (!bill) return;
  const isKnown = (await findRefundState(deps.db, bill.id)) !== undefined;
  // The refund's webhook may arrive before the payment's.
  if (!isKnown && bill.subscriptionId) await syncSubscription(deps, bill.subscriptionId);
  if (!isKnown && !bill.isInvoice) await syncPayment(deps, bill.id);
  for (;;) {
    const payment = await findRefundState(deps.db, bill.id);
    if (!payment) return retryWhileOpen(deps, bill, chargeId);
    const returns = await readReturns(deps, bill);
    const refundedCents = Math.min(payment.amountCents, returns.returnedCents);
    const savedPayment = await inTransaction(deps.db, async (trx) => {
      // Another process saved a newer state since we read ours, so read again.
      if (!(await saveRefunded(trx, payment, refundedCents))) return false;
      await postReturns(trx, payment, returns);
      await adjustCommissions(deps, trx, { id: payment.id, refundedCents });
      const purchase = await findPurchase(trx, payment.purchaseId);
      if (purchase) await enqueueDisputesOpened(deps, trx, purchase, returns.openDisputes);
      return true;
    });
    if (!savedPayment) continue;
    if (!bill.subscriptionId) return updateReturnedGoods(deps, payment, returns);
    await endReturnedPlan(deps, bill.subscriptionId, payment, returns);
    await resumePlan(deps, bill.subscriptionId, payment, returns);
    return;
  }
}

/**
 * The charge of a purchase that is not settled yet is recorded when it settles, so the refund must be read again then.
 * A charge of a replaced attempt is refunded without being recorded.
 */
async function retryWhileOpen(deps: Deps, { purchaseId }: ChargedBill, chargeId: string): Promise<void> {
  const purchase = purchaseId ? await findPurchase(deps.db, purchaseId) : undefined;
  const isOpen = purchase?.status === 'pending' || purchase?.status === 'requires_action';
  if (!isOpen) return;
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(trx, 'sync-charge', { chargeId }, { startAfterSeconds: RETRY_SECONDS }),
  );
}
