import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../../lib/address.schema.ts';
import { MIN_AFFILIATE_AGE } from '../../../../lib/business-rules.ts';
import { computeAge, toBusinessDate } from '../../../../lib/dates.ts';
import { readBirthday } from '../../../../lib/readers/date.ts';
import {
  nameLine,
  optionalLine,
  phoneLine,
  requiredLine,
  requiredReading,
  requiredReference,
} from '../../../../lib/text.ts';
import { type AffiliateRole, affiliateRole, requestedRole } from '../../../affiliates/affiliate.schema.ts';
import { signatureImage } from '../../../affiliates/signature.schema.ts';
import { affiliateW9, w8Input } from '../../../affiliates/tax-forms/tax-form.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { acceptedTexts } from '../../../content/content.schema.ts';
import { familyNames } from '../../../memberships/family.schema.ts';
import { paymentToken } from '../../purchase/purchase.schema.ts';
import { cardPlan } from '../card/card-purchase.schema.ts';

const REQUIRED = 'Required';
const REQUIRED_FIELD = 'Required Field';

function isOldEnough(birthday: string): boolean {
  const [month, day, year] = birthday.split('/');
  return computeAge(`${year}-${month}-${day}`, toBusinessDate(new Date())) >= MIN_AFFILIATE_AGE;
}

/** A date, stored as MM/DD/YYYY. */
function birthday(required: string) {
  return requiredReading(readBirthday, required, 30).refine(
    (value) => 'error' in readBirthday(value) || isOldEnough(value),
    'You must be 18 years or older',
  );
}

/** Which membership to buy with the signup: 0 individual, 1 family, 2 none (D22). */
export const membershipChoice = z.literal([0, 1, 2], { error: 'Please choose a membership' });
export type MembershipChoice = z.infer<typeof membershipChoice>;

/** The fields of the Your Information page, except the tax form. */
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

/** The fields of the page Family Members, which is shown if a family membership is bought. */
export const affiliateFamily = familyNames;

export type RequiredTaxForm = 'w9' | 'w8' | null;

/**
 * Returns which tax form to request: a W-9 from US residents who don't donate their commissions, a W-8BEN
 * from people outside the US, and none if the required form is already on file.
 */
export function findRequiredTaxForm({
  country,
  donates,
  hasW9,
  hasW8,
}: {
  country: string;
  donates: boolean;
  hasW9: boolean;
  hasW8: boolean;
}): RequiredTaxForm {
  if (country === 'US') return donates || hasW9 ? null : 'w9';
  return hasW8 ? null : 'w8';
}

export function affiliateTaxForm(required: RequiredTaxForm) {
  if (required === 'w9') return z.object({ w9: affiliateW9 });
  return required === 'w8' ? z.object({ w8: w8Input }) : z.object({});
}

const requiredAgreement = z.literal(true, { error: REQUIRED });

/** The fields of the page Reference / More Information. */
export const affiliateReference = z.object({
  reference: requiredReference(REQUIRED),
  contractAgree: requiredAgreement,
  privacyAgree: requiredAgreement,
  policyAgree: requiredAgreement,
  signature: signatureImage,
});

/** 1: the affiliate receives the commissions. 2: they are donated to the community fund (D24). */
const compensationOption = z.literal([1, 2], { error: REQUIRED_FIELD });

/** The fields of the page Business Information, which is the second page of the loyalty signup. */
export const loyaltyInformation = z.object({
  businessName: requiredLine(REQUIRED_FIELD),
  compensationOption,
  /** The employees that the business wants us to invite. */
  employees: z
    .array(z.object({ name: nameLine(REQUIRED_FIELD), contact: requiredLine(REQUIRED_FIELD, 254) }))
    .max(50, 'Please name at most 50 employees')
    .default([]),
  reference: requiredReference(REQUIRED),
  contractAgree: requiredAgreement,
  signature: signatureImage,
});

/** Whether to donate the commissions, and which membership to buy (D22, D24). */
export const affiliateChoices = z.object({
  donate: z.boolean().nullish(),
  compensationOption: compensationOption.nullish(),
  purchaseMembership: membershipChoice.nullish(),
});

/** The webinar code from the link that led to this signup. */
export const webinarCode = z.object({ code: optionalLine(40) });

/** The stored form. It never contains a tax number, signature, or card data. */
export const affiliateForm = z.object({
  ...affiliateInformation.shape,
  businessName: optionalLine(),
  employees: z.array(z.object({ name: z.string(), contact: z.string() })).default([]),
  ...webinarCode.shape,
});
export type AffiliateForm = z.infer<typeof affiliateForm>;

/** The stored cart of a membership bought with a signup. It never contains a tax number or signature. */
export const affiliateCart = z.object({
  signupId: z.uuid(),
  // The loyalty program sells no membership (D22).
  role: affiliateRole.exclude(['loyalty']),
  plan: cardPlan,
  firstname: z.string(),
  lastname: z.string(),
  ...affiliateInformation.shape,
  ...affiliateFamily.shape,
  discountCode: promoCodeInput,
});
export type AffiliateCart = z.infer<typeof affiliateCart>;

/** The fields that the input of every signup has. */
const signup = z.looseObject({
  role: requestedRole,
  discountCode: promoCodeInput,
  /** Required if a membership is bought. 'none' if nothing is due. */
  token: paymentToken.nullish(),
  shownTotalCents: z.int().nullish(),
  acceptedTexts,
  idempotencyKey: z.uuid().nullish(),
});

export type AffiliateSignupInput = z.input<z.ZodObject<(typeof signup)['shape']>> &
  z.input<typeof affiliateInformation> &
  Pick<
    z.input<typeof affiliateReference>,
    keyof z.input<typeof affiliateReference> & keyof z.input<typeof loyaltyInformation>
  > &
  Partial<z.input<typeof affiliateReference> & z.input<typeof loyaltyInformation>> &
  z.input<typeof affiliateChoices> &
  z.input<typeof affiliateFamily> &
  z.input<typeof webinarCode> & {
    w9?: z.input<typeof affiliateW9> | undefined;
    w8?: z.input<typeof w8Input> | undefined;
  };

/**
 * The input of an affiliate signup. The pages' fields aren't validated here, because an account that may not
 * sign up is refused first, even if fields are invalid (D23). `validateAffiliateSignup` validates them
 * afterward.
 */
export const affiliateSignupInput = z
  .custom<AffiliateSignupInput>()
  .transform((input): z.input<typeof signup> => input)
  .pipe(signup);

export const affiliateQuoteInput = z.object({
  plan: cardPlan,
  requestedPhysicalCard: z.boolean().default(false),
  discountCode: promoCodeInput,
});

/** Either the account is signed up, or the buyer must confirm the membership's payment with the bank. */
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

/** Whether the signed-in account may sign up for a role. */
export const signupStanding = z.object({
  /** The sentence to show if the account may not sign up. Null if it may. */
  refusal: z.string().nullable(),
  /**
   * True if the role is friend or influencer, and the account already has it. The page then shows success
   * instead of an error.
   */
  alreadySignedUp: z.boolean(),
});

/** The contract that `contractAgree` accepts (D21). */
export const ROLE_CONTRACTS = {
  friend: 'FRIEND',
  influencer: 'INFLUENCER',
  loyalty: 'LOYALTYAFFILIATE',
  educator: 'REPRESENTATIVE',
} as const satisfies Record<AffiliateRole, string>;
