import type { z } from 'zod';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import type {
  AffiliateCart,
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  loyaltyInformation,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { addressKey } from '../card/card-purchase-values.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { emptyW8, emptyW9, TAX_NUMBERS, type W8Values, type W9Values } from '../tax-forms/tax-form-values.ts';

type Fields<Schema extends z.ZodType> = FormFields<z.input<Schema>>;

export interface AffiliateValues
  extends PaymentValues,
    ReferenceValues,
    Omit<Fields<typeof affiliateInformation>, 'takeTest' | 'watchedVideo'>,
    Fields<typeof affiliateFamily>,
    Omit<Fields<typeof affiliateReference>, 'reference'>,
    Omit<Fields<typeof loyaltyInformation>, 'reference' | 'compensationOption'> {
  /**
   * The addressKey of the address that the buyer last confirmed, so that they aren't asked about it again.
   */
  confirmedAddress: string;
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

/** Paths that are never saved in a draft. The signature is not secret, but too large. */
export const SECRET_FIELDS: readonly string[] = [...CARD_FIELD_NAMES, ...TAX_NUMBERS, 'signature'];

export const draftId = (role: AffiliateRole) => `affiliate-${role}`;

/**
 * Fills the wizard from the stored cart of a signup. The cart contains no tax form and no signature. The
 * agreement boxes start checked, because the buyer already accepted them.
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
