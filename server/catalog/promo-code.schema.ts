import { z } from 'zod';
import { isPrintable } from '../lib/line-rules.ts';

/** A promo code's discount. Amounts are in cents; percentages have at most two decimals. */
export const promoCode = z.object({
  code: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  /** If it reduces the charge to 0, the buyer gets one period without a card. */
  isFree: z.boolean(),
  /** For how many billing periods it applies; null is forever. */
  periods: z.int().nullable(),
  /** The plans it applies to; empty means every plan. */
  plans: z.array(z.object({ planId: z.int(), recurringPriceCents: z.int().nullable() })),
});
export type PromoCode = z.infer<typeof promoCode>;

const WRONG = 'Wrong Promo Code';
const codeText = z.string({ error: WRONG }).trim().max(100, WRONG).refine(isPrintable, WRONG).toUpperCase();

/** Trimmed and in upper case; null if empty. */
export const promoCodeInput = codeText.nullish().transform((value) => value || null);

export const promoCodeQuery = z.object({ id: codeText.min(1, WRONG) });

export const promoCodeCheck = z.object({
  id: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  valid: z.boolean(),
});
