import type { z } from 'zod';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import type {
  CardCart,
  cardDetails,
  cardShipping,
} from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import type { familyNames } from '#server/domains/memberships/family.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';

type Fields<Schema extends z.ZodType> = FormFields<z.input<Schema>>;

export interface CardPurchaseValues
  extends PaymentValues,
    ReferenceValues,
    Fields<typeof cardShipping>,
    Fields<typeof familyNames>,
    Omit<Fields<typeof cardDetails>, 'reference'> {
  /** Null until the buyer chooses. */
  buyer: 'account' | 'guest' | null;
  /**
   * The addressKey of the address that the buyer last confirmed, so that they aren't asked about it again.
   */
  confirmedAddress: string;
}

export const emptyPurchase: CardPurchaseValues = {
  buyer: null,
  firstname: '',
  lastname: '',
  phone: '',
  email: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  confirmedAddress: '',
  spouseFirstName: '',
  spouseLastName: '',
  members: [],
  ...noReference,
  boughtBefore: false,
  requestedPhysicalCard: false,
  contractAgree: false,
  ...emptyPayment,
};

/** Paths that are never saved in a draft. */
export const SECRET_FIELDS = CARD_FIELD_NAMES;

export const draftId = (plan: Plan) => `card-purchase-${plan.slug}`;

export function valuesFromCart(cart: CardCart, signedIn: boolean): CardPurchaseValues {
  return {
    ...emptyPurchase,
    ...cart,
    buyer: signedIn ? 'account' : 'guest',
    street2: cart.street2 ?? '',
    spouseFirstName: cart.spouseFirstName ?? '',
    spouseLastName: cart.spouseLastName ?? '',
    promoEntry: cart.discountCode ?? '',
    confirmedAddress: addressKey({ ...cart, street2: cart.street2 ?? '' }),
  };
}

export type AddressValues = Pick<
  CardPurchaseValues,
  'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country'
>;

/** Addresses that differ only in case and in spaces around a line have the same key. */
export function addressKey(address: AddressValues): string {
  const { street1, street2, city, state, zip, country } = address;
  return [street1, street2, city, state, zip, country].map((line) => line.trim().toUpperCase()).join('\n');
}
