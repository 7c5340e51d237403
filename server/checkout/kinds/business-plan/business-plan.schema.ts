import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { w9Input } from '../../../affiliates/tax-form.schema.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../../lib/text.ts';
import { countWords } from '../../../lib/word-count.ts';
import {
  businessName,
  promotionDraft,
  promotionList,
  webLink,
} from '../../../stores/business-draft.schema.ts';
import { businessCategory } from '../../../stores/category.schema.ts';

const REQUIRED = 'Required Field';
export const MAX_SOCIAL_MEDIA_WORDS = 250;

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

const handle = optionalLine(200);

/** Page 5 (SPEC section 5: extra info of at most 250 words). */
export const businessSocialMedia = z.object({
  facebook: handle,
  instagram: handle,
  twitter: handle,
  snapchat: handle,
  pinterest: handle,
  linkedin: handle,
  socialMediaInfo: z
    .string()
    .trim()
    .max(5000, 'Please use at most 5000 characters')
    .refine((value) => !/(?![\n\r\t])[\p{Cc}\p{Cs}]/u.test(value), 'Please use letters and signs only')
    .refine(
      (value) => countWords(value) <= MAX_SOCIAL_MEDIA_WORDS,
      `Please use at most ${MAX_SOCIAL_MEDIA_WORDS} words`,
    )
    .nullish()
    .transform((value) => value || null),
});

/** Page 6 (SPEC section 5, presentation). */
export const businessPresentation = z.object({
  presentationContactName: requiredLine('Please enter a contact name'),
  presentationContactEmail: emailLine('Please enter a contact email'),
  presentationTime: optionalLine(200),
  presentationFuture: z.enum(['yes', 'no', 'maybe'], { error: REQUIRED }),
});

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

/** The owner's own programs, as the plan keeps them: null where the owner takes no part. */
export const businessProgramDetails = z.object({
  loyalty: z.boolean(),
  socialMedia: businessSocialMedia.nullable(),
  presentation: businessPresentation.nullable(),
});
export type BusinessProgramDetails = z.infer<typeof businessProgramDetails>;

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

/** The free week (DESIGN D15): no card, no address. */
export const trialInput = z.object({
  businessname: businessName,
  type: businessCategory,
  zip: requiredLine(REQUIRED, 12).refine(
    (value) => value === '' || /^\d{5}(-\d{4})?$/.test(value),
    'Please enter a ZIP code of 5 digits',
  ),
});
export type TrialInput = z.infer<typeof trialInput>;

/** A purchase that a mail's link opens again, as it was sent (DESIGN section 4). */
export const reopenedBusinessPlan = z.object({ cart: businessPlanCart, quote });

/** One payment of a plan, with a receipt of its own under `/api/receipt?id=`. Amounts in cents. */
export const planPayment = z.object({
  receiptId: z.uuid(),
  paidAt: z.date(),
  amountCents: z.int(),
  refundedCents: z.int(),
});

/** The owner's plan, as the account's page shows it. Amounts in cents. */
export const ownBusinessPlan = z.object({
  planId: z.int(),
  /** Its card name in the catalog. */
  planName: z.string(),
  kind: z.enum(['subscription', 'trial']),
  state: z.enum(['active', 'past_due', 'unpaid', 'canceled', 'ended']),
  statusText: z.string(),
  startedAt: z.date(),
  /** The end of what is paid for, or of the trial. */
  periodEnd: z.date(),
  /** Null where nothing more is charged. */
  nextCharge: z.object({ at: z.date(), amountCents: z.int() }).nullable(),
  /** Until when the business can be found if nothing more is charged; a trial's year may outlast its plan. */
  listedUntil: z.date(),
  canCancel: z.boolean(),
  programs: businessProgramDetails,
  /** Newest first. */
  payments: z.array(planPayment),
});
export type OwnBusinessPlan = z.infer<typeof ownBusinessPlan>;
