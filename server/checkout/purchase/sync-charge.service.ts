import { inTransaction } from '#db/client.ts';
import { adjustCommissions } from '../../affiliates/commissions/commission.service.ts';
import type { Deps } from '../../deps.ts';
import { postReturns } from '../../ledger/ledger.service.ts';
import { findRefundState, saveRefunded } from '../../payments/payment.service.ts';
import { findBillOfCharge, readReturns } from '../../payments/stripe-refund.service.ts';
import { syncPayment } from './sync-payment.service.ts';
import { syncSubscription } from './sync-subscription.service.ts';

/**
 * Records what Stripe currently reports as refunded or disputed for a charge, and adjusts the commissions on it. Safe
 * to call any number of times and in any order.
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
    // A charge of a replaced attempt is refunded without being recorded.
    if (!payment) return;
    const returns = await readReturns(deps, bill);
    const refundedCents = Math.min(payment.amountCents, returns.returnedCents);
    const saved = await inTransaction(deps.db, async (trx) => {
      // Another process saved a newer state since we read ours, so read again.
      if (!(await saveRefunded(trx, payment, refundedCents))) return false;
      await postReturns(trx, payment, returns);
      await adjustCommissions(deps, trx, { id: payment.id, refundedCents });
      return true;
    });
    if (saved) return;
  }
}
