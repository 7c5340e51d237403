import type { Db } from '#db/client.ts';
import { formatReceiptNumber } from '../../../lib/receipt-number.ts';
import { describePayment } from '../../payments/billed-line.schema.ts';
import { findReceipts, findReceiptYears, type ReceiptRow } from './receipt.repository.ts';
import { getPeriod, getReturnType } from './receipt-items.ts';
import type { ListedReceipt, ReceiptCursor, ReceiptList } from './receipt-list.schema.ts';

export { findReceiptYears };

const PAGE_SIZE = 12;

/** Returns a page of the account's receipts, newest first, including ones for purchases that it claimed. */
export async function listReceipts(
  db: Db,
  accountId: string,
  before: ReceiptCursor | null,
): Promise<ReceiptList> {
  const rows = await findReceipts(db, accountId, { before, limit: PAGE_SIZE + 1 });
  const page = rows.slice(0, PAGE_SIZE);
  const lastReceipt = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return {
    receipts: page.map(toListedReceipt),
    nextCursor: lastReceipt ? { at: lastReceipt.at, id: lastReceipt.id } : null,
  };
}

function toListedReceipt(row: ReceiptRow): ListedReceipt {
  const { id, at, payment, returned } = row;
  const description = describePayment(row);
  if (returned) {
    const { amountCents } = returned;
    const type = getReturnType(returned);
    return {
      id,
      receiptNumber: formatReceiptNumber(id),
      at,
      description,
      amountCents,
      type,
      period: null,
      refundedCents: 0,
      disputedCents: 0,
    };
  }
  const receiptId = getReceiptId(row);
  return {
    id: receiptId,
    receiptNumber: formatReceiptNumber(receiptId),
    at,
    description,
    amountCents: payment?.amountCents ?? 0,
    type: 'payment',
    period: payment && getPeriod(payment),
    refundedCents: payment?.refundedCents ?? 0,
    disputedCents: payment?.disputedCents ?? 0,
  };
}

/** The receipt of the first payment has the purchase's id. */
export function getReceiptId({ id, purchaseId, isFirst, returned }: ReceiptRow): string {
  return isFirst && !returned ? purchaseId : id;
}
