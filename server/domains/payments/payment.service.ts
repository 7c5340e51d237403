import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import type { Quote } from '../catalog/quote.schema.ts';
import { correctPayment, postPayment } from '../ledger/ledger.service.ts';
import {
  findPaymentByInvoice,
  findPayments,
  findPurchaseOfPayment,
  hasPayments,
  insertPayment,
  type OpenDispute,
  type RefundState,
  replaceOpenDisputes,
  type StoredPayment,
  setAmount,
  setPayer,
  updateRefunded,
  type WithheldMoney,
} from './payment.repository.ts';
import type { StripeInvoice } from './stripe-subscription.service.ts';

export type { OpenDispute, StoredPayment };

export interface RecordedPayment {
  id: string;
  amountCents: number;
  paidAt: Date;
}

/**
 * Records a paid invoice, even one of 0 cents, and posts it to the ledger. Pass `planQuote`, the quote of the
 * charged plan, if the plan has changed since the purchase. Returns null if the invoice isn't paid or is
 * already recorded.
 */
export async function recordPayment(
  trx: Trx,
  purchaseId: string,
  invoice: StripeInvoice,
  planQuote: Quote | null = null,
): Promise<RecordedPayment | null> {
  if (!invoice.paidAt) return null;
  const payment = { id: newId(), amountCents: invoice.paidCents, paidAt: invoice.paidAt };
  const isNew = await insertPayment(trx, {
    ...payment,
    purchaseId,
    providerInvoiceId: invoice.id,
    providerPaymentId: invoice.paymentId,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    planQuote,
    lines: invoice.lines,
  });
  if (!isNew) return null;
  await postPayment(trx, { ...payment, providerInvoiceId: invoice.id, lines: invoice.lines });
  return payment;
}

/** Records who a payment's receipt is for. */
export const savePayer = setPayer;

export function hasRecordedPayments(db: Db): Promise<boolean> {
  return hasPayments(db);
}

/** Returns a purchase's payments, newest first. */
export async function listPayments(db: Db, purchaseId: string): Promise<StoredPayment[]> {
  return findPayments(db, purchaseId);
}

export async function findPayment(db: Db, id: string): Promise<StoredPayment | undefined> {
  const purchaseId = await findPurchaseOfPayment(db, id);
  return purchaseId ? (await findPayments(db, purchaseId)).find((payment) => payment.id === id) : undefined;
}

/** Returns undefined if our database has no payment for this Stripe invoice. */
export async function findRefundState(db: Db, providerInvoiceId: string): Promise<RefundState | undefined> {
  return findPaymentByInvoice(db, providerInvoiceId);
}

/**
 * Saves the refunded amount, and locks the payment until the transaction ends. Returns false if another sync
 * has saved since `state` was read, because `refundedCents` may then be outdated.
 */
export async function saveRefunded(
  trx: Trx,
  state: RefundState,
  refundedCents: number,
  dispute: WithheldMoney = { disputedCents: 0, isDisputeLost: null },
): Promise<boolean> {
  return updateRefunded(trx, state, refundedCents, dispute);
}

/**
 * Records which of a payment's disputes await our evidence. Call it after `saveRefunded`, which locks the
 * payment.
 */
export async function saveOpenDisputes(
  trx: Trx,
  paymentId: string,
  disputes: readonly OpenDispute[],
  now: Date,
): Promise<void> {
  await replaceOpenDisputes(trx, paymentId, disputes, now);
}

/**
 * Sets a payment's amount to what Stripe received, and posts the difference to the ledger. Used to repair a
 * purchase.
 */
export async function correctRecordedPayment(
  trx: Trx,
  payment: RefundState,
  receivedCents: number,
  at: Date,
): Promise<void> {
  if (payment.amountCents !== receivedCents) await setAmount(trx, payment.id, receivedCents);
  await correctPayment(trx, payment, receivedCents, at);
}
