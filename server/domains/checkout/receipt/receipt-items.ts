import { formatQuoteLine } from '../../catalog/price.shared.ts';
import type { QuoteLine } from '../../catalog/quote.schema.ts';
import type { ReceiptType, ReceiptView } from './receipt.schema.ts';

export const toReceiptLine = (line: QuoteLine) => ({
  description: formatQuoteLine(line),
  amountCents: line.amountCents,
});

/** Returns null if the period is empty, as it is for one-time payments. */
export function getPeriod({
  periodStart: start,
  periodEnd: end,
}: {
  periodStart: Date;
  periodEnd: Date;
}): ReceiptView['period'] {
  return end > start ? { start, end } : null;
}

/** Returns the first card whose brand and last four digits are known. Returns null if there is none. */
export function findCard(
  ...cards: ReadonlyArray<{ cardBrand: string | null; cardLast4: string | null } | undefined>
): ReceiptView['paidWith'] {
  for (const card of cards) {
    if (card?.cardBrand && card.cardLast4) return { brand: card.cardBrand, last4: card.cardLast4 };
  }
  return null;
}

interface ReturnedAmount {
  kind: string;
  /** Negative if the money went back to the buyer. */
  amountCents: number;
  isFailed: unknown;
}

export function getReturnType({
  kind,
  amountCents,
  isFailed,
}: ReturnedAmount): Exclude<ReceiptType, 'payment'> {
  if (kind === 'dispute') return amountCents > 0 ? 'dispute-reversal' : 'dispute';
  return isFailed ? 'failed-refund' : 'refund';
}
