import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { correctBalance } from '../../ledger/ledger.service.ts';
import { listBalanceOfCharge } from '../../payments/balance-transaction.service.ts';
import { correctRecordedPayment, findRefundState } from '../../payments/payment.service.ts';
import { findBillOfCharge } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type SaleCharge } from '../../payments/stripe-sale.service.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { findCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, requirePurchase } from './repair-purchase.service.ts';

/**
 * Corrects a purchase's payments and postings to Stripe's figures. Postings can't be changed, so each
 * difference is posted as an entry of its own, once per payment and balance transaction. Commissions don't
 * change.
 */
export async function correctCase(deps: Deps, id: string, repairer: Repairer): Promise<Purchase> {
  const purchaseCase = await findCase(deps, id);
  const { purchase, sales } = purchaseCase;
  if (!purchase) throw new RepairRefused(`We have no purchase for ${id}. Adopt it or refund it.`);
  await recordRepair(deps, 'correct', purchaseCase, repairer);
  for (const sale of sales) {
    for (const charge of await listSaleCharges(deps, sale)) {
      if (charge.status === 'succeeded') await correctCharge(deps, charge);
    }
  }
  return requirePurchase(deps, purchase.id);
}

async function correctCharge(deps: Deps, { id, amountCents }: SaleCharge): Promise<void> {
  const bill = await findBillOfCharge(deps, id);
  const changes = await listBalanceOfCharge(deps, id);
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const payment = bill && (await findRefundState(trx, bill.id));
    if (!payment) return;
    await correctRecordedPayment(trx, payment, amountCents, now);
    for (const change of changes) await correctBalance(trx, payment.id, change, now);
  });
}
