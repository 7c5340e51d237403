import { z } from 'zod';

/** What a promo code takes off; amounts in cents, percents with at most two decimals. */
export const promoCode = z.object({
  code: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  /** A charge brought to 0 by it takes no card and gives one period (DESIGN D25). */
  isFree: z.boolean(),
  /** For how many billing periods it holds; null is for ever. */
  periods: z.int().nullable(),
  /** The plans it fits; empty is every plan. */
  plans: z.array(z.object({ planId: z.int(), recurringPriceCents: z.int().nullable() })),
});
export type PromoCode = z.infer<typeof promoCode>;

/** What people type: trimmed, without regard to case; empty is none. */
export const promoCodeInput = z
  .string()
  .trim()
  .max(100, 'Wrong Promo Code')
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'Wrong Promo Code')
  .transform((value) => value.toUpperCase())
  .nullish()
  .transform((value) => value || null);

/** The answer to 'is this code valid?' (contract: PromoCode). */
export const promoCodeCheck = z.object({
  id: z.string(),
  amountOff: z.int().nullable(),
  percentOff: z.number().nullable(),
  valid: z.boolean(),
});
