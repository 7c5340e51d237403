import type { z } from 'zod';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import {
  type CardCart,
  type CardPurchaseInput,
  type cardDetails,
  cardPurchaseInput,
  type cardShipping,
} from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import type { familyNames } from '#server/domains/memberships/family.schema.ts';
import { CARD_FIELD_NAMES } from '#web/features/payments/card-fields.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import type { FormFields } from '#web/ui/form/validation.ts';
import { addressKey, type ConfirmableAddress, emptyAddress } from '../address-values.ts';
import { emptyPayment, type PaymentValues } from '../payment-values.ts';
import { noReference, type ReferenceValues } from '../reference-values.ts';
import { isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import { NO_FAMILY, toFamilyValues } from './family-step.tsx';

type Fields<Schema extends z.ZodType> = FormFields<z.input<Schema>>;

export interface CardPurchaseValues
  extends PaymentValues,
    ReferenceValues,
    ConfirmableAddress,
    Fields<typeof cardShipping>,
    Fields<typeof familyNames>,
    Omit<Fields<typeof cardDetails>, 'reference'> {
  /** Null until the buyer chooses. */
  buyer: 'account' | 'guest' | null;
  /** True if the buyer already has a membership and chose to buy a separate one (D71). */
  buyAnother: boolean;
}

export const emptyPurchase: CardPurchaseValues = {
  buyer: null,
  buyAnother: false,
  firstname: '',
  lastname: '',
  latinName: '',
  phone: '',
  email: '',
  ...emptyAddress,
  confirmedAddress: '',
  ...NO_FAMILY,
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
    ...toFamilyValues(cart),
    latinName: cart.latinName ?? '',
    promoEntry: cart.discountCode ?? '',
    confirmedAddress: addressKey({ ...cart, street2: cart.street2 ?? '' }),
  };
}

interface CardPurchaseSubmission extends PaymentSubmission<CardPurchaseValues> {
  plan: Plan;
  accountId: string | null;
}

/** Builds the purchase's input. Includes only fields of pages that were shown. */
export function buildCardPurchaseInput({
  plan,
  values,
  accountId,
  ...payment
}: CardPurchaseSubmission): CardPurchaseInput {
  const { isFamily } = plan;
  return cardPurchaseInput.parse({
    ...values,
    plan: plan.id,
    ...(isFamily ? {} : { spouseFirstName: null, spouseLastName: null, spouseLatinName: null, members: [] }),
    accountID: values.buyer === 'account' ? accountId : null,
    ...payment,
  });
}

const SESSION_EXPIRED = 'You’re no longer logged in. Please choose how to continue.';

/** Shown if the outcome is unknown, because there was no usable response. */
const NO_MESSAGE = 'No error';

/**
 * Adapts a failure to this purchase. If the account or what it has changed, the error belongs to the `buyer`
 * field. If the outcome is unknown, the message is 'No error'.
 */
export function presentFailure(failure: Failure): Failure {
  if (failure.code === 'ACCOUNT_MISMATCH') return { ...failure, fieldErrors: { buyer: SESSION_EXPIRED } };
  if (failure.code === 'PLAN_ALREADY_HELD') return { ...failure, fieldErrors: { buyer: failure.message } };
  return isOutcomeUnknown(failure) ? { ...failure, message: NO_MESSAGE } : failure;
}

export function purchaseErrorHeader({ code }: Failure): string {
  return code === 'CARD_INVALID' ? 'There was an problem' : 'There was an Problem with your purchase';
}
