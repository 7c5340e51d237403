import { inTransaction } from '#db/client.ts';
import { adjustCommissions } from '../../affiliates/commission.service.ts';
import type { Deps } from '../../deps.ts';
import { findRefundState, saveRefunded } from '../../payments/payment.service.ts';
import { findBillOfCharge, readReturnedCents } from '../../payments/stripe-refund.service.ts';
import { syncPayment } from './sync-payment.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

/**
 * Brings what our books say of a charge in line with the provider's present state: what was refunded, and what a
 * dispute holds back until it is won. Safe to call any number of times, in any order; commissions follow (D13).
 */
export async function syncCharge(deps: Deps, chargeId: string): Promise<void> {
  const bill = await findBillOfCharge(deps, chargeId);
  if (!bill) return;
  const isKnown = (await findRefundState(deps.db, bill.id)) !== undefined;
  // The news of a refund may come before that of the payment.
  if (!isKnown && bill.subscriptionId) await syncSubscription(deps, bill.subscriptionId);
  if (!isKnown && !bill.isInvoice) await syncPayment(deps, bill.id);
  for (;;) {
    const payment = await findRefundState(deps.db, bill.id);
    // A charge that was given back at once never came into our books.
    if (!payment) return;
    const taken = await readReturnedCents(deps, bill);
    const refundedCents = Math.min(payment.amountCents, taken);
    const saved = await inTransaction(deps.db, async (trx) => {
      // A newer state may have been written since ours was read: then read again.
      if (!(await saveRefunded(trx, payment, refundedCents))) return false;
      await adjustCommissions(deps, trx, { id: payment.id, refundedCents });
      return true;
    });
    if (saved) return;
  }
}
