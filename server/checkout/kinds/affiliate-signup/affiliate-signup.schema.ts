import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { type AffiliateRole, affiliateRole, requestedRole } from '../../../affiliates/affiliate.schema.ts';
import { signatureImage } from '../../../affiliates/signature.schema.ts';
import { affiliateW9, w8Input } from '../../../affiliates/tax-form.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { MIN_AFFILIATE_AGE } from '../../../lib/business-rules.ts';
import { ageOn, businessDay, parseBirthday } from '../../../lib/dates.ts';
import { optionalLine, phoneLine, requiredLine } from '../../../lib/text.ts';
import { cardFamily, cardPlan } from '../card/card-purchase.schema.ts';

const REQUIRED = 'Required';
const REQUIRED_FIELD = 'Required Field';

/** MM/DD/YYYY, a real date, 18 years or older (SPEC section 9, DESIGN D24). Kept as it is typed. */
function birthday(required: string) {
  return requiredLine(required, 20).superRefine((value, { addIssue }) => {
    if (value === '') return;
    const day = parseBirthday(value);
    if (day === null) addIssue({ code: 'custom', message: 'Please enter a date as MM/DD/YYYY' });
    else if (ageOn(day, businessDay(new Date())) < MIN_AFFILIATE_AGE) {
      addIssue({ code: 'custom', message: 'You must be 18 years or older' });
    }
  });
}

/** Which membership is bought with it (DESIGN D22): 0 individual, 1 family, 2 none. */
export const membershipChoice = z.literal([0, 1, 2], { error: 'Please choose a membership' });
export type MembershipChoice = z.infer<typeof membershipChoice>;

/** Your Information (SPEC section 5); the tax form stands beside it where one is needed. */
export const affiliateInformation = z
  .object({
    phone: phoneLine(REQUIRED),
    birthday: birthday(REQUIRED),
    ...addressFields(REQUIRED),
    requestedPhysicalCard: z.boolean().default(false),
    takeTest: z.boolean().default(false),
    watchedVideo: z.boolean().default(false),
  })
  .check(usAddressRules);

/** The page Family Members, where a family membership is bought. */
export const affiliateFamily = cardFamily;

export type TaxFormAsked = 'w9' | 'w8' | null;

/**
 * Which tax form is asked for: none where one is on file; a W-9 of who lives in the US and does not donate; a W-8BEN
 * of everybody who lives elsewhere (SPEC section 5).
 */
export function taxFormAsked({
  country,
  donates,
  hasW9,
  hasW8,
}: {
  country: string;
  donates: boolean;
  hasW9: boolean;
  hasW8: boolean;
}): TaxFormAsked {
  if (country === 'US') return donates || hasW9 ? null : 'w9';
  return hasW8 ? null : 'w8';
}

export function affiliateTaxForm(asked: TaxFormAsked) {
  if (asked === 'w9') return z.object({ w9: affiliateW9 });
  return asked === 'w8' ? z.object({ w8: w8Input }) : z.object({});
}

const agreed = z.literal(true, { error: REQUIRED });
const referenceRequired = z.uuid({ error: REQUIRED });

/** Reference / More Information (SPEC section 5, affiliate reference page). */
export const affiliateReference = z.object({
  reference: referenceRequired,
  contractAgree: agreed,
  privacyAgree: agreed,
  policyAgree: agreed,
  signature: signatureImage,
});

/** Business Information, the second page of the loyalty affiliate (SPEC section 5, business affiliate). */
export const loyaltyInformation = z.object({
  businessName: requiredLine(REQUIRED_FIELD),
  /** 1 commission, 2 donate to the community fund (DESIGN D24). */
  compensationOption: z.union([z.literal(1), z.literal(2)], { error: REQUIRED_FIELD }),
  /** Whom the business wants invited. */
  employees: z
    .array(z.object({ name: requiredLine(REQUIRED_FIELD), contact: requiredLine(REQUIRED_FIELD, 254) }))
    .max(50, 'Please name at most 50 employees')
    .default([]),
  reference: referenceRequired,
  contractAgree: agreed,
  signature: signatureImage,
});

/** What stands beside the pages: where what is earned goes, and which membership is bought (DESIGN D22, D24). */
export const affiliateChoices = z.object({
  donate: z.boolean().nullish(),
  compensationOption: z.literal([1, 2]).nullish(),
  purchaseMembership: membershipChoice.nullish(),
});

/** The webinar code that a sign-up came from. */
export const webinarCodeGiven = z.object({ code: optionalLine(40) });

/** What is kept of the pages; no tax number, no signature, nothing of the card. */
export const affiliateForm = z.object({
  ...affiliateInformation.shape,
  businessName: optionalLine(),
  employees: z.array(z.object({ name: z.string(), contact: z.string() })).default([]),
  ...webinarCodeGiven.shape,
});
export type AffiliateForm = z.infer<typeof affiliateForm>;

/** The cart of the membership that is bought with a sign-up; no tax number, no signature. */
export const affiliateCart = z.object({
  signupId: z.uuid(),
  // None is bought with the loyalty program (DESIGN D22).
  role: affiliateRole.exclude(['loyalty']),
  plan: cardPlan,
  firstname: z.string(),
  lastname: z.string(),
  ...affiliateInformation.shape,
  ...affiliateFamily.shape,
  discountCode: promoCodeInput,
});
export type AffiliateCart = z.infer<typeof affiliateCart>;

/** Any JSON that a page's own schema judges, once the role says which pages there are. */
const judgedLater = z.unknown().optional();

/**
 * What the wizard and the contract's three calls send. A refusal by account type comes before any field is judged
 * (DESIGN D23), so the pages are judged by the service with the schemas above.
 */
export const affiliateSignupInput = z.object({
  role: requestedRole,
  phone: judgedLater,
  birthday: judgedLater,
  street1: judgedLater,
  street2: judgedLater,
  city: judgedLater,
  state: judgedLater,
  zip: judgedLater,
  country: judgedLater,
  requestedPhysicalCard: judgedLater,
  takeTest: judgedLater,
  watchedVideo: judgedLater,
  reference: judgedLater,
  contractAgree: judgedLater,
  privacyAgree: judgedLater,
  policyAgree: judgedLater,
  signature: judgedLater,
  businessName: judgedLater,
  compensationOption: judgedLater,
  employees: judgedLater,
  code: judgedLater,
  donate: judgedLater,
  purchaseMembership: judgedLater,
  spouseFirstName: judgedLater,
  spouseLastName: judgedLater,
  members: judgedLater,
  w9: judgedLater,
  w8: judgedLater,
  discountCode: promoCodeInput,
  /** Needed where a membership is bought; 'none' where nothing is due. */
  token: requiredLine('The debit/credit card that was used is invalid.', 255).nullish(),
  shownTotalCents: z.int().nullish(),
  idempotencyKey: z.uuid().nullish(),
});
export type AffiliateSignupInput = z.input<typeof affiliateSignupInput>;

export const affiliateQuoteInput = z.object({
  plan: cardPlan,
  requestedPhysicalCard: z.boolean().default(false),
  discountCode: promoCodeInput,
});

/** Signed up; or the bank wants the buyer to confirm the membership's payment first. */
export const affiliateSignupResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('done'), signupId: z.uuid(), purchaseId: z.uuid().nullable() }),
  z.object({
    status: z.literal('requires_action'),
    signupId: z.uuid(),
    purchaseId: z.uuid(),
    clientSecret: z.string(),
  }),
]);
export type AffiliateSignupResult = z.infer<typeof affiliateSignupResult>;

/** Whether the signed-in account may sign up for a role, and the sentence where it may not (SPEC section 6). */
export const signupStanding = z.object({
  refusal: z.string().nullable(),
  /** Already a friend or influencer: 'You're all set! You are signed up…' (SPEC section 2). */
  alreadySignedUp: z.boolean(),
});

/** The contract behind each role's contractAgree (DESIGN D21). */
export const ROLE_CONTRACTS = {
  friend: 'FRIEND',
  influencer: 'INFLUENCER',
  loyalty: 'LOYALTYAFFILIATE',
  educator: 'REPRESENTATIVE',
} as const satisfies Record<AffiliateRole, string>;
