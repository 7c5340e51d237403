import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import {
  type CardPurchaseInput,
  cardPurchaseInput,
} from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import type { Failure } from '#web/lib/errors.ts';
import { isOutcomeUnknown, type PaymentSubmission } from '../use-card-payment.ts';
import type { CardPurchaseValues } from './card-purchase-values.ts';

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
    spouseFirstName: isFamily ? values.spouseFirstName : null,
    spouseLastName: isFamily ? values.spouseLastName : null,
    members: isFamily ? values.members : [],
    accountID: values.buyer === 'account' ? accountId : null,
    ...payment,
  });
}

const SESSION_EXPIRED = 'You’re no longer logged in. Please choose how to continue.';

/** Shown if the outcome is unknown, because there was no usable response. */
const NO_MESSAGE = 'No error';

/**
 * Adapts a failure to this purchase. If the account has changed, the error belongs to the `buyer` field. If
 * the outcome is unknown, the message is 'No error'.
 */
export function presentFailure(failure: Failure): Failure {
  if (failure.code === 'ACCOUNT_MISMATCH') return { ...failure, fieldErrors: { buyer: SESSION_EXPIRED } };
  return isOutcomeUnknown(failure) ? { ...failure, message: NO_MESSAGE } : failure;
}

export function purchaseErrorHeader({ code }: Failure): string {
  return code === 'CARD_INVALID' ? 'There was an problem' : 'There was an Problem with your purchase';
}
