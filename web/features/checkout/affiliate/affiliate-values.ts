import type { z } from 'zod';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  type AffiliateCart,
  type AffiliateSignupInput,
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  findRequiredTaxForm,
  loyaltyInformation,
  type RequiredTaxForm,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { addressKey, type ConfirmableAddress, emptyAddress } from '../address-values.ts';
import { NO_FAMILY, toFamilyValues } from '../card/family-step.tsx';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { emptyW8, emptyW9, TAX_NUMBERS, type W8Values, type W9Values } from '../tax-forms/tax-form-values.ts';

type Fields<Schema extends z.ZodType> = FormFields<z.input<Schema>>;

export interface AffiliateValues
  extends PaymentValues,
    ReferenceValues,
    ConfirmableAddress,
    Omit<Fields<typeof affiliateInformation>, 'takeTest' | 'watchedVideo'>,
    Fields<typeof affiliateFamily>,
    Omit<Fields<typeof affiliateReference>, 'reference'>,
    Omit<Fields<typeof loyaltyInformation>, 'reference' | 'compensationOption'> {
  /** The value of a radio button: '0' for individual, '1' for family, '2' for none. */
  purchaseMembership: string;
  donate: boolean;
  w9: W9Values;
  w8: W8Values;
  /** The value of a radio button, or '' until the user chooses. */
  compensationOption: string;
}

export const INDIVIDUAL = '0';
export const FAMILY = '1';
export const NO_MEMBERSHIP = '2';

export const DONATES = '2';

export const emptyAffiliate: AffiliateValues = {
  phone: '',
  birthday: '',
  ...emptyAddress,
  confirmedAddress: '',
  purchaseMembership: INDIVIDUAL,
  requestedPhysicalCard: false,
  ...NO_FAMILY,
  donate: false,
  w9: emptyW9,
  w8: emptyW8,
  businessName: '',
  compensationOption: '',
  employees: [],
  ...noReference,
  contractAgree: false,
  privacyAgree: false,
  policyAgree: false,
  signature: '',
  ...emptyPayment,
};

/** Paths that are never saved in a draft. The signature is not secret, but too large. */
export const SECRET_FIELDS: readonly string[] = [...CARD_FIELD_NAMES, ...TAX_NUMBERS, 'signature'];

export const draftId = (role: AffiliateRole) => `affiliate-${role}`;

/**
 * Fills the wizard from the stored cart of a signup. The cart contains no tax form and no signature. The
 * agreement boxes start checked, because the buyer already accepted them.
 */
export function valuesFromCart(cart: AffiliateCart, initial: AffiliateValues): AffiliateValues {
  const { phone, birthday, street1, city, state, zip, country, requestedPhysicalCard } = cart;
  const street2 = cart.street2 ?? '';
  return {
    ...initial,
    phone,
    birthday,
    street1,
    street2,
    city,
    state,
    zip,
    country,
    confirmedAddress: addressKey({ street1, street2, city, state, zip, country }),
    purchaseMembership: String(cart.plan),
    requestedPhysicalCard,
    ...toFamilyValues(cart),
    contractAgree: true,
    privacyAgree: true,
    policyAgree: true,
    discountCode: cart.discountCode,
    promoEntry: cart.discountCode ?? '',
  };
}

/** What decides which pages and fields a signup has. */
export interface SignupConditions {
  role: AffiliateRole;
  hasW9: boolean;
  hasW8: boolean;
  /** True if the account has a valid membership. Then no membership is offered (D22). */
  isMember: boolean;
}

type TaxFormChoices = Pick<
  AffiliateValues,
  'purchaseMembership' | 'donate' | 'compensationOption' | 'country'
>;

/** Whether the Your Information page offers a membership (D22). */
export function offersMembership({ role, isMember }: Pick<SignupConditions, 'role' | 'isMember'>): boolean {
  return role !== 'loyalty' && !isMember;
}

/** Returns the plan number to buy with the signup, or null for none. */
export function selectedMembership(
  { purchaseMembership }: Pick<TaxFormChoices, 'purchaseMembership'>,
  conditions: Pick<SignupConditions, 'role' | 'isMember'>,
): 0 | 1 | null {
  if (!offersMembership(conditions)) return null;
  if (purchaseMembership === FAMILY) return 1;
  return purchaseMembership === INDIVIDUAL ? 0 : null;
}

/**
 * Determines which tax form to request. Loyalty affiliates donate through a compensation option, all others
 * through a checkbox.
 */
export function requiredTaxForm(values: TaxFormChoices, conditions: SignupConditions): RequiredTaxForm {
  const { role, hasW9, hasW8 } = conditions;
  const donates = role === 'loyalty' ? values.compensationOption === DONATES : values.donate;
  return findRequiredTaxForm({ country: values.country, donates, hasW9, hasW8 });
}

const parseChoice = (choice: string) => (choice === '' ? null : Number(choice));

/** Converts the radio buttons' text to the numbers that the schemas expect. */
export function parseChoices(values: AffiliateValues) {
  const { purchaseMembership, compensationOption } = values;
  return {
    ...values,
    purchaseMembership: parseChoice(purchaseMembership),
    compensationOption: parseChoice(compensationOption),
  };
}

export interface SignupPayment {
  token: string;
  shownTotalCents: number;
}

interface SignupSubmission {
  conditions: SignupConditions;
  values: AffiliateValues;
  /** The webinar code in the link that led to this signup. Null if there was none. */
  code: string | null;
  idempotencyKey: string;
  /** Null if no membership is bought. */
  payment: SignupPayment | null;
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
