import { z } from 'zod';
import { ownAccountId } from '../../../accounts/account.schema.ts';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { w9Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import {
  type businessPresentation,
  businessProgramDetails,
  type businessSocialMedia,
} from '../../../business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { optionalReference, phoneLine } from '../../../lib/text.ts';
import { businessName, ownerPromotionList, webLink } from '../../../stores/business-draft.schema.ts';
import { businessCategory } from '../../../stores/category.schema.ts';
import { paymentToken } from '../../purchase/purchase.schema.ts';

const REQUIRED = 'Required Field';

const optionalCategory = businessCategory.nullish().transform((value) => value ?? null);

/** Page 1: the business and its address. */
export const businessInformation = z
  .object({
    businessname: businessName,
    phone: phoneLine(REQUIRED),
    ...addressFields(REQUIRED),
    /** A category's id; null means 'Other'. */
    type: optionalCategory,
    url: webLink,
    reference: optionalReference(),
  })
  .check(usAddressRules);

/** Page 2. No plan in today's catalog shows it (D21). */
export const businessPromotions = z.object({ promotions: ownerPromotionList.default([]) });

/** Page 3: the programs the owner joins. */
export const businessOptIns = z.object({
  loyalty: z.boolean().default(false),
  socialMedia: z.boolean().default(false),
  presentation: z.boolean().default(false),
});

/** Page 4, shown when no W-9 is on file. */
export const businessSharing = z.object({ w9: w9Input });

const mustAgree = z.literal(true, { error: REQUIRED });
/** Ignores the field, because this plan doesn't show its box. */
const notApplicable = z
  .custom<true>()
  .optional()
  .transform(() => undefined);

/** Page 7: the agreement boxes of this plan (D21). */
export function businessAgreements({ agreements }: Pick<BusinessTerms, 'agreements'>) {
  return z.object({
    contractAgree: mustAgree,
    termsAgree: agreements.termsAgree ? mustAgree : notApplicable,
    privacyAgree: agreements.privacyAgree ? mustAgree : notApplicable,
  });
}

/** The stored cart. It never holds a tax number or card data (D52). */
export const businessPlanCart = z.object({
  plan: z.int(),
  ...businessInformation.shape,
  ...businessPromotions.shape,
  programs: businessProgramDetails,
  discountCode: promoCodeInput,
});
export type BusinessPlanCart = z.infer<typeof businessPlanCart>;

const businessPlanId = z.int({ error: 'Please choose a plan' });

export const businessPlanQuoteInput = z.object({ plan: businessPlanId, discountCode: promoCodeInput });

/** The fields that every order has. */
const order = z.looseObject({
  plan: businessPlanId,
  accountID: ownAccountId,
  ...businessOptIns.shape,
  discountCode: promoCodeInput,
  token: paymentToken,
  /** Older clients may send none, or a fraction of a cent (D42). */
  shownTotalCents: z.number().nullish(),
  idempotencyKey: z.uuid().nullish(),
});

export type BusinessPlanInput = z.input<z.ZodObject<(typeof order)['shape']>> &
  z.input<typeof businessInformation> &
  z.input<ReturnType<typeof businessAgreements>> &
  Partial<
    z.input<typeof businessPromotions> &
      z.input<typeof businessSharing> &
      z.input<typeof businessSocialMedia> &
      z.input<typeof businessPresentation>
  >;

/**
 * Input of a business plan purchase. The pages' fields pass through unchecked: which pages apply depends on the plan
 * and on what is on file, so `validateBusinessPlan` checks them.
 */
export const businessPlanInput = z
  .custom<BusinessPlanInput>()
  .transform((input): z.input<typeof order> => input)
  .pipe(order);

/** A failed purchase, reopened from the link in its email. */
export const reopenedBusinessPlan = z.object({ cart: businessPlanCart, quote });
