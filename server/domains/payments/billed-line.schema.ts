import { z } from 'zod';
import { describeItems } from '../catalog/price.shared.ts';
import type { Quote, QuoteLine } from '../catalog/quote.schema.ts';

/** A line of a payment's invoice, from which its receipt is made. */
const billedLine = z.object({
  /** Null if the product isn't one of our plans. */
  planId: z.int().nullable(),
  description: z.string(),
  quantity: z.int(),
  /** Before the discount. */
  amountCents: z.int(),
  discountCents: z.int(),
  recurring: z.boolean(),
});
export type BilledLine = z.infer<typeof billedLine>;

/** Null for payments of older releases. */
export const storedLines = z.array(billedLine).nullable();

/** The line of a payment without an invoice, which charges what was quoted. */
export function toQuotedLine(line: QuoteLine): BilledLine {
  const { planId, description, quantity, amountCents, recurring } = line;
  return { planId, description, quantity, amountCents, discountCents: 0, recurring };
}

/** Names what a payment was for. Payments of older releases have no lines. */
export function describePayment({
  lines,
  quote,
  isFirst,
}: {
  lines: readonly BilledLine[] | null;
  quote: Quote;
  isFirst: boolean;
}): string {
  return describeItems({ lines: lines ?? quote.lines }, { isFirst: isFirst || lines !== null });
}
