import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';
import type { AffiliateCart } from '#server/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import { addressKey } from '../card/card-purchase-values.ts';
import type { FamilyValues } from '../card/family-step.tsx';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { emptyW8, emptyW9, TAX_NUMBERS, type W8Values, type W9Values } from '../tax-forms/tax-form-values.ts';

/** Everything that the pages of the four sign-ups ask for, as their fields hold it (SPEC section 3, affiliate signup). */
export interface AffiliateValues extends PaymentValues, ReferenceValues, FamilyValues {
  phone: string;
  /** MM/DD/YYYY. */
  birthday: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** The address that was stood by, so that the same one is not asked about twice. */
  confirmedAddress: string;
  /** '0' buys an individual membership, '1' a family one, '2' none (DESIGN D22): numbers, as radios hold them. */
  purchaseMembership: string;
  requestedPhysicalCard: boolean;
  donate: boolean;
  w9: W9Values;
  w8: W8Values;
  businessName: string;
  /** '1' commission, '2' donation (DESIGN D24); the empty text is no choice yet. */
  compensationOption: string;
  employees: { name: string; contact: string }[];
  contractAgree: boolean;
  privacyAgree: boolean;
  policyAgree: boolean;
  /** A PNG as a data URL. */
  signature: string;
}

export const INDIVIDUAL = '0';
export const FAMILY = '1';
export const NO_MEMBERSHIP = '2';

export const DONATES = '2';

/** A sign-up before anything was typed. An individual membership is the default (DESIGN D22). */
export const emptyAffiliate: AffiliateValues = {
  phone: '',
  birthday: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  confirmedAddress: '',
  purchaseMembership: INDIVIDUAL,
  requestedPhysicalCard: false,
  spouseFirstName: '',
  spouseLastName: '',
  members: [],
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

/** What a draft never holds (DESIGN section 6): the card and tax numbers. The signature is large, and given anew. */
export const SECRET_FIELDS: readonly string[] = [...CARD_FIELD_NAMES, ...TAX_NUMBERS, 'signature'];

export const draftId = (role: AffiliateRole) => `affiliate-${role}`;

/**
 * The fields of a sign-up whose membership was sent before, for the mail's link that opens it again. It was sent with
 * every box agreed to; tax numbers and the signature are in no cart.
 */
export function valuesFromCart(cart: AffiliateCart, initial: AffiliateValues): AffiliateValues {
  const { phone, birthday, street1, city, state, zip, country, requestedPhysicalCard, members } = cart;
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
    spouseFirstName: cart.spouseFirstName ?? '',
    spouseLastName: cart.spouseLastName ?? '',
    members,
    contractAgree: true,
    privacyAgree: true,
    policyAgree: true,
    discountCode: cart.discountCode,
    promoEntry: cart.discountCode ?? '',
  };
}
