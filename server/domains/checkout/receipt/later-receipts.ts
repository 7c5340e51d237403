import { formatDateInWords } from '../../../lib/dates.ts';
import { formatReceiptNumber } from '../../../lib/receipt-number.ts';
import { describePayment } from '../../payments/billed-line.schema.ts';
import type { StoredPayment } from '../../payments/payment.service.ts';
import type { PurchaseSummary } from '../purchase/kind.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import type { ReturnedMoney } from './receipt.repository.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { describeReturned, findCard, getPeriod, getReturnType, listChargedItems } from './receipt-items.ts';

export function buildRenewalReceipt(
  firstReceipt: ReceiptView,
  purchase: Purchase,
  payment: StoredPayment,
  { additionsLabel }: Pick<PurchaseSummary, 'additionsLabel'>,
): ReceiptView {
  const { quote } = purchase;
  const { lines, discount, recurringCents } = listChargedItems(quote, payment, additionsLabel);
  // A promo code may have covered its last period.
  const isDiscounted = !quote.promo?.periods || payment.ordinal < quote.promo.periods;
  return {
    ...firstReceipt,
    receiptNumber: formatReceiptNumber(payment.id),
    paidAt: payment.paidAt,
    period: getPeriod(payment),
    buyer: { ...firstReceipt.buyer, name: payment.payerName ?? firstReceipt.buyer.name },
    poNumber: payment.poNumber,
    lines,
    discount,
    totalCents: payment.amountCents,
    paidWith: findCard(payment, purchase),
    ...describeReturned(payment),
    renewal: firstReceipt.renewal && {
      ...firstReceipt.renewal,
      on: payment.periodEnd,
      amountCents: recurringCents - (isDiscounted ? (discount?.amountCents ?? 0) : 0),
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
  { lines, ordinal, paidAt }: StoredPayment,
  returnedMoney: ReturnedMoney,
): ReceiptView {
  const amountCents = Math.abs(returnedMoney.amountCents);
  const items = describePayment({ lines, quote, isFirst: ordinal === 1 });
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
    dispute: null,
    renewal: null,
    endsOn: null,
    endedOn: null,
    delivery: null,
    cancelLink: null,
  };
}
