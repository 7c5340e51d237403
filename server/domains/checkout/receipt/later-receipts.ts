import { formatDateInWords } from '../../../lib/dates.ts';
import { formatReceiptNumber } from '../../../lib/receipt-number.ts';
import { describeItems, getNextChargeCents } from '../../catalog/price.shared.ts';
import type { StoredPayment } from '../../payments/payment.service.ts';
import type { PurchaseSummary } from '../purchase/kind.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import type { ReturnedMoney } from './receipt.repository.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { findCard, getPeriod, getReturnType, toReceiptLine } from './receipt-items.ts';

/**
 * Builds the receipt of a renewal, which charges the recurring lines less any discount that still applies.
 * Cards that a company has added or removed since the purchase appear as one line, so that the lines add up
 * to the payment.
 */
export function buildRenewalReceipt(
  firstReceipt: ReceiptView,
  purchase: Purchase,
  payment: StoredPayment,
  { additionsLabel }: Pick<PurchaseSummary, 'additionsLabel'>,
): ReceiptView {
  const { quote } = purchase;
  const lines = quote.lines.filter((line) => line.recurring);
  const fullCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const expectedCents = getNextChargeCents(quote, payment.ordinal - 1);
  // The payment differs from the quote if the company has added or removed cards since.
  const changeCents = additionsLabel ? payment.amountCents - expectedCents : 0;
  const discountCents = fullCents + changeCents - payment.amountCents;
  const changeLabel = changeCents > 0 ? additionsLabel : 'Cards removed since';
  return {
    ...firstReceipt,
    receiptNumber: formatReceiptNumber(payment.id),
    paidAt: payment.paidAt,
    period: getPeriod(payment),
    buyer: { ...firstReceipt.buyer, name: payment.payerName ?? firstReceipt.buyer.name },
    poNumber: payment.poNumber,
    lines: [
      ...lines.map(toReceiptLine),
      ...(changeLabel && changeCents !== 0 ? [{ description: changeLabel, amountCents: changeCents }] : []),
    ],
    discount:
      quote.promo && discountCents > 0 ? { code: quote.promo.code, amountCents: discountCents } : null,
    totalCents: payment.amountCents,
    paidWith: findCard(payment, purchase),
    refundedCents: payment.refundedCents,
    renewal: firstReceipt.renewal && {
      ...firstReceipt.renewal,
      on: payment.periodEnd,
      amountCents: getNextChargeCents(quote, payment.ordinal) + changeCents,
      regular: null,
    },
    delivery: null,
  };
}

/**
 * Builds the receipt of a refund or dispute. `receipt` is the receipt of the payment that was returned, in
 * whole or in part.
 */
export function buildReturnReceipt(
  receipt: ReceiptView,
  { quote }: Purchase,
  { ordinal, paidAt }: StoredPayment,
  returnedMoney: ReturnedMoney,
): ReceiptView {
  const amountCents = Math.abs(returnedMoney.amountCents);
  const items = describeItems(quote, { isFirst: ordinal === 1 });
  return {
    ...receipt,
    type: getReturnType(returnedMoney),
    receiptNumber: formatReceiptNumber(returnedMoney.id),
    paidAt: returnedMoney.occurredAt,
    period: null,
    lines: [{ description: `${items}, paid on ${formatDateInWords(paidAt)}`, amountCents }],
    discount: null,
    totalCents: amountCents,
    refundedCents: 0,
    renewal: null,
    endsOn: null,
    delivery: null,
    cancelLink: null,
  };
}
