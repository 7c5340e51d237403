import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../../lib/address.schema.ts';
import { optionalReference, phoneLine } from '../../../../lib/text.ts';
import { ownAccountId } from '../../../accounts/account.schema.ts';
import { referralOwner } from '../../../affiliates/affiliate.schema.ts';
import { w9Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import {
  type businessPresentation,
  businessProgramDetails,
  type businessSocialMedia,
} from '../../../business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { acceptedTexts } from '../../../content/content.schema.ts';
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
    /** The id of a category. Null means 'Other'. */
    type: optionalCategory,
    url: webLink,
    reference: optionalReference(),
  })
  .check(usAddressRules);

/** Page 2. None of today's plans shows it (D21). */
export const businessPromotions = z.object({ promotions: ownerPromotionList.default([]) });

/** Page 3: the programs that the owner joins. */
export const businessOptIns = z.object({
  loyalty: z.boolean().default(false),
  socialMedia: z.boolean().default(false),
  presentation: z.boolean().default(false),
});

/** Page 4. Required if the owner joins the loyalty program and no W-9 is on file. */
export const businessSharing = z.object({ w9: w9Input });

const requiredAgreement = z.literal(true, { error: REQUIRED });
/** This plan doesn't show the box, so ignore the field. */
const notApplicable = z
  .custom<true>()
  .optional()
  .transform(() => undefined);

/** Page 7: the agreement boxes of this plan (D21). */
export function businessAgreements({ agreements }: Pick<BusinessTerms, 'agreements'>) {
  return z.object({
    contractAgree: requiredAgreement,
    termsAgree: agreements.termsAgree ? requiredAgreement : notApplicable,
    privacyAgree: agreements.privacyAgree ? requiredAgreement : notApplicable,
  });
}

/** The stored cart. It never contains a tax number or card data (D52). */
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

/** The fields that the input of every purchase has. */
const order = z.looseObject({
  plan: businessPlanId,
  accountID: ownAccountId,
  ...businessOptIns.shape,
  discountCode: promoCodeInput,
  token: paymentToken,
  /** Older clients may omit it, or send a fraction of a cent (D42). */
  shownTotalCents: z.number().nullish(),
  acceptedTexts,
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
 * The input of a business plan purchase. The pages' fields aren't validated here: which pages apply depends
 * on the plan and on what is on file, so `validateBusinessPlan` validates them.
 */
export const businessPlanInput = z
  .custom<BusinessPlanInput>()
  .transform((input): z.input<typeof order> => input)
  .pipe(order);

export const reopenedBusinessPlan = z.object({
  cart: businessPlanCart,
  quote,
  referrer: referralOwner.nullable(),
});
