import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  type AffiliateSignupInput,
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  loyaltyInformation,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import {
  type AffiliateStepConditions,
  parseChoices,
  requiredTaxForm,
  selectedMembership,
} from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';

export interface SignupSubmission {
  conditions: AffiliateStepConditions;
  values: AffiliateValues;
  /** The webinar code in the link that led to this signup. Null if there was none. */
  code: string | null;
  idempotencyKey: string;
  /** Null if no membership is bought. */
  payment: { token: string; shownTotalCents: number } | null;
}

/** Builds the signup's input. Includes only fields of pages that were shown. */
export function buildSignupInput(submission: SignupSubmission): AffiliateSignupInput {
  const { conditions, values, code, idempotencyKey, payment } = submission;
  const { role } = conditions;
  const plan = selectedMembership(values, conditions);
  return {
    role,
    ...affiliateInformation.parse(values),
    // Affiliates don't get the US person checkbox, because the W-9's certification covers it.
    ...affiliateTaxForm(requiredTaxForm(values, conditions)).parse({
      ...values,
      w9: { ...values.w9, usPerson: undefined },
    }),
    ...(role === 'loyalty'
      ? loyaltyInformation.parse(parseChoices(values))
      : { ...affiliateReference.parse(values), donate: values.donate, purchaseMembership: plan ?? 2 }),
    requestedPhysicalCard: plan !== null && values.requestedPhysicalCard,
    ...(plan === 1 ? affiliateFamily.parse(values) : {}),
    discountCode: plan === null ? null : values.discountCode,
    ...payment,
    code,
    acceptedTexts: values.acceptedTexts,
    idempotencyKey,
  };
}

export function signupErrorHeader(role: AffiliateRole): (failure: Failure) => string {
  return ({ code }) => {
    if (code === 'CARD_INVALID') return 'There was an problem';
    return role === 'friend' || role === 'influencer' ? 'There was an problem.' : 'There was an Error';
  };
}
