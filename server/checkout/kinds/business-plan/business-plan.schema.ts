import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { w9Input } from '../../../affiliates/tax-form.schema.ts';
import { businessProgramDetails } from '../../../business-plans/business-plan.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { phoneLine, requiredLine } from '../../../lib/text.ts';
import {
  businessName,
  promotionDraft,
  promotionList,
  webLink,
} from '../../../stores/business-draft.schema.ts';
import { businessCategory } from '../../../stores/category.schema.ts';

const REQUIRED = 'Required Field';

const optionalCategory = businessCategory.nullish().transform((value) => value ?? null);

/** Page 1: the business and where it stands (SPEC section 5, business basic info). */
export const businessInformation = z
  .object({
    businessname: businessName,
    phone: phoneLine(REQUIRED),
    ...addressFields(REQUIRED),
    /** A category (SPEC section 3); none is 'Other'. */
    type: optionalCategory,
    url: webLink,
    /** The referrer's account id. */
    reference: z
      .uuid()
      .nullish()
      .transform((value) => value ?? null),
  })
  .check(usAddressRules);

/** Page 2; no plan of today's catalog asks for it (DESIGN D21). */
export const businessPromotions = z.object({ promotions: promotionList(promotionDraft).default([]) });

/** Page 3: the programs that the owner takes part in. */
export const businessOptIns = z.object({
  loyalty: z.boolean().default(false),
  socialMedia: z.boolean().default(false),
  presentation: z.boolean().default(false),
});

/** Page 4, where no W-9 is on file. */
export const businessSharing = z.object({ w9: w9Input });

const agreed = z.literal(true, { error: REQUIRED });
const unasked = z
  .unknown()
  .optional()
  .transform(() => false);

/** Page 7: the boxes that the plan has (SPEC section 5, agreements; DESIGN D21). */
export function businessAgreements({ agreements }: Pick<BusinessTerms, 'agreements'>) {
  return z.object({
    contractAgree: agreed,
    termsAgree: agreements.termsAgree ? agreed : unasked,
    privacyAgree: agreements.privacyAgree ? agreed : unasked,
  });
}

/** What a purchase keeps of everything that its pages asked: no tax number (D52), nothing of the card. */
export const businessPlanCart = z.object({
  plan: z.int(),
  ...businessInformation.shape,
  ...businessPromotions.shape,
  programs: businessProgramDetails,
  discountCode: promoCodeInput,
});
export type BusinessPlanCart = z.infer<typeof businessPlanCart>;

/** The business plans are sold by number; which there are says the catalog. */
const businessPlanId = z.int({ error: 'Please choose a plan' });

export const businessPlanQuoteInput = z.object({ plan: businessPlanId, discountCode: promoCodeInput });

/** Any JSON that the page's own schema judges, once the plan says which pages there are. */
const judgedLater = z.unknown().optional();

/**
 * What the wizard and the contract's purchaseBusinessPlan send. Only what holds for every plan is judged here; pages
 * depend on the plan and on the opt-ins, so `purchaseBusinessPlan` judges them with the schemas above.
 */
export const businessPlanInput = z.object({
  plan: businessPlanId,
  /** Another's account is refused; the signed-in one need not be named. */
  accountID: z.uuid().nullish(),
  businessname: judgedLater,
  phone: judgedLater,
  street1: judgedLater,
  street2: judgedLater,
  city: judgedLater,
  state: judgedLater,
  zip: judgedLater,
  country: judgedLater,
  type: judgedLater,
  url: judgedLater,
  reference: judgedLater,
  promotions: judgedLater,
  ...businessOptIns.shape,
  w9: judgedLater,
  facebook: judgedLater,
  instagram: judgedLater,
  twitter: judgedLater,
  snapchat: judgedLater,
  pinterest: judgedLater,
  linkedin: judgedLater,
  socialMediaInfo: judgedLater,
  presentationContactName: judgedLater,
  presentationContactEmail: judgedLater,
  presentationTime: judgedLater,
  presentationFuture: judgedLater,
  contractAgree: judgedLater,
  termsAgree: judgedLater,
  privacyAgree: judgedLater,
  discountCode: promoCodeInput,
  token: requiredLine('The debit/credit card that was used is invalid.', 255),
  shownTotalCents: z.int().nullish(),
  idempotencyKey: z.uuid().nullish(),
});
export type BusinessPlanInput = z.input<typeof businessPlanInput>;

/** A purchase that a mail's link opens again, as it was sent (DESIGN section 4). */
export const reopenedBusinessPlan = z.object({ cart: businessPlanCart, quote });
