import { z } from 'zod';
import { readPromoCode } from '../../lib/readers/promo-code.ts';
import { readWith } from '../../lib/text.ts';

/** A promo code's discount. Amounts are in cents; percentages have at most two decimals. */
export const promoCode = z.object({
  code: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  /** If true and the charge becomes 0, the buyer gets one period without entering a card. */
  isFree: z.boolean(),
  /** How many billing periods the discount lasts; null means forever. */
  periods: z.int().nullable(),
  /**
   * The plans that the code applies to. If empty, it applies to every plan, or to the monthly consumer plans
   * if `isFree`.
   */
  plans: z.array(z.object({ planId: z.int(), recurringPriceCents: z.int().nullable() })),
});
export type PromoCode = z.infer<typeof promoCode>;

const WRONG_CODE = 'Wrong Promo Code';
const codeText = z.string({ error: WRONG_CODE }).check(readWith(readPromoCode));

/** Null if empty. */
export const promoCodeInput = codeText.nullish().transform((value) => value || null);

export const promoCodeQuery = z.object({ id: codeText.min(1, WRONG_CODE) });

export const promoCodeCheck = z.object({
  id: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  valid: z.boolean(),
});
