import { z } from 'zod';
import { isPrintable } from '../../lib/line-rules.ts';
import { readDate } from '../../lib/readers/date.ts';
import { readPromoCode } from '../../lib/readers/promo-code.ts';
import {
  dollarsUpTo,
  MAX_AMOUNT_OFF_CENTS,
  MAX_PLAN_PRICE_CENTS,
  MAX_PROMO_PERIODS,
  MAX_PROMO_USES,
  MAX_PROMO_USES_PER_BUYER,
} from '../../lib/staff-bounds.ts';
import { readWith } from '../../lib/text.ts';

// What staff enter for a promo code. Numbers and amounts are text, as in the form's fields.

type TextSchema<Output> = z.ZodType<Output, string>;

function wholeNumber(max: number): TextSchema<number> {
  const message = `Please enter a whole number from 1 to ${max.toLocaleString('en-US')}`;
  return z
    .string()
    .trim()
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= max, message)
    .transform(Number);
}

const percent: TextSchema<number> = z
  .string()
  .trim()
  .refine(
    (text) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 100,
    'Please enter a percentage from 0.01 to 100',
  )
  .transform(Number);

const NOT_AN_AMOUNT = 'Please enter an amount such as 5.00';
const amount = dollarsUpTo(MAX_AMOUNT_OFF_CENTS, NOT_AN_AMOUNT);
const planPrice = dollarsUpTo(MAX_PLAN_PRICE_CENTS, NOT_AN_AMOUNT);

const DAY_FORMAT = 'Please enter a date from 2020 to 2099 as YYYY-MM-DD';
const day: TextSchema<string> = z
  .string()
  .check(readWith((text) => readDate(text, { format: DAY_FORMAT, order: 'month-first' })))
  .refine((text) => !/^\d{4}-/.test(text) || /^20[2-9]/.test(text), DAY_FORMAT);

/** Parses text, and reports an error at the field with this path. */
function parseAt<Output>(
  schema: TextSchema<Output>,
  text: string,
  context: z.RefinementCtx,
  ...path: string[]
): Output | null {
  const result = schema.safeParse(text);
  if (result.success) return result.data;
  context.addIssue({ code: 'custom', path, message: result.error.issues[0]?.message });
  return null;
}

/** Converts blank text to null. */
function optional<Output>(schema: TextSchema<Output>) {
  return z
    .string()
    .transform((text, context) => (text.trim() === '' ? null : parseAt(schema, text, context)));
}

/** What can be changed after a code was used. */
export const promoCodeLimits = z.object({
  /** The stored code. Blank for a new code. */
  id: z.string().max(100).refine(isPrintable),
  /** The revision that the form was opened with. 0 for a new code. */
  revision: z.int(),
  maxUses: wholeNumber(MAX_PROMO_USES),
  /** Blank if every buyer may use it as often as they like. */
  maxUsesPerBuyer: optional(wholeNumber(MAX_PROMO_USES_PER_BUYER)),
  /** The last day in the business time zone. Blank for no end. */
  validUntil: optional(day),
});

const terms = promoCodeLimits.extend({
  code: z
    .string()
    .check(readWith(readPromoCode))
    .regex(/^[A-Z0-9][A-Z0-9_-]{1,39}$/, 'Please use 2 to 40 letters, numbers, hyphens, and underscores'),
  discount: z.enum(['percent', 'amount', 'prices']),
  percentOff: z.string(),
  amountOff: z.string(),
  /** True if the first period needs no card. It then ends by itself (D25). */
  isFree: z.boolean(),
  /** How many billing periods the discount lasts. Blank for all of them. */
  periods: optional(wholeNumber(MAX_PROMO_PERIODS)),
  /** The first day in the business time zone. Blank for immediately. */
  validFrom: optional(day),
  /** If none is included, the code applies to every plan. */
  plans: z
    .array(z.object({ planId: z.int().min(0).max(32_767), isIncluded: z.boolean(), price: z.string() }))
    .max(100),
});

export const promoCodeTerms = terms.transform((input, context) => {
  const { discount, percentOff, amountOff, plans, ...rest } = input;
  const includedPlans = plans.flatMap(({ planId, isIncluded, price }, index) => {
    if (!isIncluded) return [];
    const isPriced = price.trim() !== '' || discount === 'prices';
    const recurringPriceCents = isPriced
      ? parseAt(planPrice, price, context, 'plans', String(index), 'price')
      : null;
    return [{ planId, recurringPriceCents }];
  });
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  const parsedTerms = {
    ...rest,
    percentOff: discount === 'percent' ? parseAt(percent, percentOff, context, 'percentOff') : null,
    amountOff: discount === 'amount' ? parseAt(amount, amountOff, context, 'amountOff') : null,
    plans: includedPlans,
  };
  if (parsedTerms.amountOff === 0) refuse('amountOff', 'Please enter more than $0.00');
  if (discount === 'prices' && includedPlans.length === 0)
    refuse('discount', 'Choose the plans, and enter a price for each of them');
  if (new Set(includedPlans.map(({ planId }) => planId)).size < includedPlans.length)
    refuse('discount', 'Choose each plan only once');
  if (rest.isFree && rest.periods !== 1) refuse('periods', 'A code that doesn’t need a card lasts 1 period');
  if (rest.validFrom !== null && rest.validUntil !== null && rest.validUntil < rest.validFrom)
    refuse('validUntil', 'The last day can’t be before the first');
  return parsedTerms;
});
export type PromoCodeTerms = z.output<typeof promoCodeTerms>;
export type PromoCodeTermsInput = z.input<typeof promoCodeTerms>;

export type PromoCodeLimits = z.output<typeof promoCodeLimits>;
/** A code to stop or to start again. */
export const promoCodeSwitch = promoCodeLimits.pick({ id: true, revision: true });
export type PromoCodeSwitch = z.output<typeof promoCodeSwitch>;
