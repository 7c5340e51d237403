import type { Db } from '#db/client.ts';
import { requireAddon } from '../../catalog/plan.service.ts';
import { formatQuoteLine, getNextChargeCents, PHYSICAL_CARD_SLUG } from '../../catalog/price.shared.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { type BilledLine, toQuotedLine } from '../../payments/billed-line.schema.ts';
import type { StoredPayment } from '../../payments/payment.service.ts';
import type { PurchaseSummary } from '../purchase/kind.ts';
import type { ReceiptType, ReceiptView } from './receipt.schema.ts';

type ChargedPayment = Pick<StoredPayment, 'lines' | 'amountCents' | 'ordinal'>;

interface ChargedItems extends Pick<ReceiptView, 'lines' | 'discount'> {
  /** What the lines that renew cost, before the discount. */
  recurringCents: number;
}

/**
 * Lists what was charged, from the invoice's own lines. `quote` is the charged plan's; a purchase that cost
 * nothing has no payment. The lines less the discount are always what was paid.
 */
export function listChargedItems(
  quote: Quote,
  payment: ChargedPayment | undefined,
  additionsLabel: string | null = null,
): ChargedItems {
  const { amountCents, ordinal } = payment ?? { amountCents: quote.totalCents, ordinal: 1 };
  const lines = payment?.lines ?? reconstructLines(quote, { amountCents, ordinal }, additionsLabel);
  const discountCents = sum(lines, ({ discountCents }) => discountCents);
  const adjustmentCents = amountCents - sum(lines, (line) => line.amountCents) + discountCents;
  return {
    lines: [
      ...lines.map((line) => ({ description: formatQuoteLine(line), amountCents: line.amountCents })),
      // For example, a credit that Stripe applied to the invoice.
      ...(adjustmentCents === 0 ? [] : [{ description: 'Adjustment', amountCents: adjustmentCents }]),
    ],
    discount: discountCents > 0 ? { code: quote.promo?.code ?? null, amountCents: discountCents } : null,
    recurringCents: sum(
      lines.filter(({ recurring }) => recurring),
      (line) => line.amountCents,
    ),
  };
}

const sum = (lines: readonly BilledLine[], count: (line: BilledLine) => number) =>
  lines.reduce((total, line) => total + count(line), 0);

/**
 * Derives the lines of a payment of an older release from what was bought. Cards that a company has added or
 * removed since are one line.
 */
function reconstructLines(
  quote: Quote,
  { amountCents, ordinal }: Omit<ChargedPayment, 'lines'>,
  additionsLabel: string | null,
): BilledLine[] {
  const isFirst = ordinal === 1;
  const [plan, ...others] = quote.lines.filter(({ recurring }) => isFirst || recurring).map(toQuotedLine);
  if (!plan) return [];
  const fullCents = sum([plan, ...others], (line) => line.amountCents);
  const changeCents = additionsLabel && !isFirst ? amountCents - getNextChargeCents(quote, ordinal - 1) : 0;
  const description = changeCents > 0 ? (additionsLabel ?? '') : 'Cards removed since';
  return [
    { ...plan, discountCents: Math.max(0, fullCents + changeCents - amountCents) },
    ...others,
    ...(changeCents === 0 ? [] : [{ ...plan, description, quantity: 1, amountCents: changeCents }]),
  ];
}

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

/** What was returned of a payment since. */
export function describeReturned({
  refundedCents,
  disputedCents,
  isDisputeLost,
}: Pick<StoredPayment, 'refundedCents' | 'disputedCents' | 'isDisputeLost'>) {
  return {
    refundedCents: refundedCents - disputedCents,
    dispute: disputedCents > 0 ? { amountCents: disputedCents, isLost: isDisputeLost } : null,
  };
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

/** Returns a physical card's address and shipping time. */
export async function findDelivery(db: Db, name: string, shipping: NonNullable<PurchaseSummary['shipping']>) {
  const addon = await requireAddon(db, PHYSICAL_CARD_SLUG);
  return {
    to: [
      name,
      [shipping.street1, shipping.street2].filter(Boolean).join(', '),
      `${shipping.city}, ${shipping.state} ${shipping.zip}`,
      shipping.country,
    ],
    within: addon.copy.points[0] ?? '',
  };
}
