import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  type BalanceDifference,
  correctBalance,
  findBalanceDifference,
} from '../../ledger/ledger.service.ts';
import { type BalanceChange, listBalanceOfCharge } from '../../payments/balance-transaction.service.ts';
import { correctRecordedPayment, findRefundState } from '../../payments/payment.service.ts';
import { findBillOfCharge } from '../../payments/stripe-refund.service.ts';
import { listSaleCharges, type SaleCharge } from '../../payments/stripe-sale.service.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, requirePurchase } from './repair-purchase.service.ts';

/** A recorded payment, and Stripe's data about the same charge. */
export interface Correction {
  billId: string;
  charge: SaleCharge;
  recordedCents: number;
  changes: BalanceChange[];
  /** The differences between `changes` and what was posted for them. */
  differences: BalanceDifference[];
}

export interface CorrectableCase extends PurchaseCase {
  purchase: Purchase;
  corrections: Correction[];
}

/** Reads every recorded charge of a purchase from Stripe. Throws RepairRefused if we have no purchase. */
export async function findCorrections(deps: Deps, id: string): Promise<CorrectableCase> {
  const { purchase, ...purchaseCase } = await findCase(deps, id);
  if (!purchase) throw new RepairRefused(`We have no purchase for ${id}. Adopt it or refund it.`);
  const corrections: Correction[] = [];
  for (const sale of purchaseCase.sales) {
    for (const charge of await listSaleCharges(deps, sale)) {
      const correction = charge.status === 'succeeded' ? await readCorrection(deps, charge) : undefined;
      if (correction) corrections.push(correction);
    }
  }
  return { ...purchaseCase, purchase, corrections };
}

async function readCorrection(deps: Deps, charge: SaleCharge): Promise<Correction | undefined> {
  const bill = await findBillOfCharge(deps, charge.id);
  const payment = bill && (await findRefundState(deps.db, bill.id));
  if (!payment) return undefined;
  const changes = await listBalanceOfCharge(deps, charge.id);
  const differences: BalanceDifference[] = [];
  for (const change of changes) {
    const difference = await findBalanceDifference(deps.db, change);
    if (difference) differences.push(difference);
  }
  return { billId: bill.id, charge, recordedCents: payment.amountCents, changes, differences };
}

/**
 * Corrects a purchase's payments and postings to match Stripe. Postings can't be changed, so each difference
 * is posted as a separate entry, once per payment and balance transaction. Commissions don't change.
 */
export async function correctCase(
  deps: Deps,
  purchaseCase: CorrectableCase,
  repairer: Repairer,
): Promise<Purchase> {
  await recordRepair(deps, 'correct', purchaseCase, repairer);
  for (const correction of purchaseCase.corrections) await applyCorrection(deps, correction);
  return requirePurchase(deps, purchaseCase.purchase.id);
}

async function applyCorrection(deps: Deps, { billId, charge, changes }: Correction): Promise<void> {
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    const payment = await findRefundState(trx, billId);
    if (!payment) return;
    await correctRecordedPayment(trx, payment, charge.amountCents, now);
    for (const change of changes) await correctBalance(trx, payment.id, change, now);
  });
}
