import type { AffiliateSignupInput } from '#server/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { type AffiliateSituation, membershipBought, taxFormOf } from './affiliate-steps.ts';
import type { AffiliateValues } from './affiliate-values.ts';

export interface Order {
  situation: AffiliateSituation;
  values: AffiliateValues;
  /** The webinar code that the sign-up came from. */
  code: string | null;
  idempotencyKey: string;
  /** Where a membership is bought. */
  payment: { token: string; shownTotalCents: number } | null;
}

/** The call's input: what the pages that were shown asked for, and nothing of the others. */
export function affiliateOrder(order: Order): AffiliateSignupInput {
  const { situation, values, code, idempotencyKey, payment } = order;
  const { phone, birthday, street1, street2, city, state, zip, country, reference, signature } = values;
  return {
    role: situation.role,
    phone,
    birthday,
    street1,
    street2,
    city,
    state,
    zip,
    country,
    ...taxForm(values, situation),
    ...(situation.role === 'loyalty' ? business(values) : person(values)),
    reference,
    contractAgree: values.contractAgree,
    signature,
    ...membership(values, situation),
    ...payment,
    code,
    idempotencyKey,
  };
}

function taxForm(values: AffiliateValues, situation: AffiliateSituation) {
  const asked = taxFormOf(values, situation);
  if (asked === 'w9') {
    // Nobody was asked for being a US person: the form's terms say it.
    const { usPerson: _, ...w9 } = values.w9;
    return { w9 };
  }
  return asked === 'w8' ? { w8: values.w8 } : {};
}

function business({ businessName, compensationOption, employees }: AffiliateValues) {
  return { businessName, compensationOption: Number(compensationOption), employees };
}

function person({ donate, privacyAgree, policyAgree }: AffiliateValues) {
  return { donate, privacyAgree, policyAgree };
}

function membership(values: AffiliateValues, situation: AffiliateSituation) {
  const plan = membershipBought(values, situation);
  if (plan === null) return situation.role === 'loyalty' ? {} : { purchaseMembership: 2 };
  const { requestedPhysicalCard, discountCode, spouseFirstName, spouseLastName, members } = values;
  const family = plan === 1 ? { spouseFirstName, spouseLastName, members } : {};
  return { purchaseMembership: plan, requestedPhysicalCard, discountCode, ...family };
}
