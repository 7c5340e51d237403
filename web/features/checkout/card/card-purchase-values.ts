import type { Plan } from '#server/catalog/plan.schema.ts';
import {
  type CardCart,
  type CardPurchaseInput,
  cardPurchaseInput,
} from '#server/checkout/kinds/card/card-purchase.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';

/** Everything that the purchase's pages ask for, as their fields hold it. */
export interface CardPurchaseValues extends PaymentValues, ReferenceValues {
  /** Who buys: the signed-in account, or a guest without one. */
  buyer: 'account' | 'guest' | null;
  firstname: string;
  lastname: string;
  phone: string;
  email: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  /** The address that the buyer has stood by, so that the same one is not asked about twice. */
  confirmedAddress: string;
  spouseFirstName: string;
  spouseLastName: string;
  members: { name: string }[];
  boughtBefore: boolean;
  requestedPhysicalCard: boolean;
  contractAgree: boolean;
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

/** What a draft never holds (DESIGN section 6). */
export const SECRET_FIELDS = CARD_FIELD_NAMES;

export const draftId = (plan: Plan) => `card-purchase-${plan.slug}`;

/** The fields of a purchase that was sent before, for the mail's link that opens it again. */
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

/** Two spellings of one address, the case and outer spaces apart, have the same key. */
export function addressKey(address: AddressValues): string {
  const { street1, street2, city, state, zip, country } = address;
  return [street1, street2, city, state, zip, country].map((line) => line.trim().toUpperCase()).join('\n');
}

interface Sending {
  plan: Plan;
  values: CardPurchaseValues;
  accountId: string | null;
  token: string;
  shownTotalCents: number;
  idempotencyKey: string;
}

/** The call's input; what another plan's pages asked for is left out. */
export function purchaseInput(sending: Sending): CardPurchaseInput {
  const { plan, values, accountId, token, shownTotalCents, idempotencyKey } = sending;
  const family = plan.isFamily;
  return cardPurchaseInput.parse({
    ...values,
    plan: plan.id,
    spouseFirstName: family ? values.spouseFirstName : null,
    spouseLastName: family ? values.spouseLastName : null,
    members: family ? values.members : [],
    accountID: values.buyer === 'account' ? accountId : null,
    token,
    shownTotalCents,
    idempotencyKey,
  });
}
