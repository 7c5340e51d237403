import { z } from 'zod';
import { isPrintable } from '../../lib/line-rules.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

/** A plan that a code can discount. */
const discountablePlan = z.object({
  id: z.int(),
  name: z.string(),
  priceCents: z.int(),
  interval: z.string(),
});
export const discountablePlans = z.array(discountablePlan);

export const promoCodeTotals = z.object({
  used: z.int(),
  reserved: z.int(),
  released: z.int(),
  /** All payments of purchases with the code, renewals included. */
  paidCents: z.int(),
  refundedCents: z.int(),
  /** The discounts on these payments, according to the ledger. */
  discountCents: z.int(),
});
export type PromoCodeTotals = z.infer<typeof promoCodeTotals>;

export const promoCodeDetail = z.object({
  code: z.string(),
  revision: z.int(),
  /** The terms as one sentence. */
  words: z.string(),
  isActive: z.boolean(),
  /** True if any purchase used the code, even if it failed. It can then only be limited or stopped. */
  isUsed: z.boolean(),
  percentOff: z.number().nullable(),
  amountOff: z.int().nullable(),
  isFree: z.boolean(),
  periods: z.int().nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerBuyer: z.int().nullable(),
  /** Days in the business time zone, as YYYY-MM-DD. */
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  plans: z.array(z.object({ planId: z.int(), recurringPriceCents: z.int().nullable() })),
  totals: promoCodeTotals,
  timeline: z.array(timelineEntry),
});
export type PromoCodeDetail = z.infer<typeof promoCodeDetail>;

export const promoCodeId = z.object({ id: z.string().min(1).max(100).refine(isPrintable) });
