import Stripe from 'stripe';
import { AppError } from '../errors.ts';

/** The card network said no for certain: nothing was charged and nothing will be. */
export class CardDeclined extends Error {
  /** True where the bank wants the buyer's confirmation and the caller cannot give it. */
  readonly needsAction: boolean;

  constructor(message: string, needsAction = false) {
    super(message);
    this.needsAction = needsAction;
  }
}

const ACTION_CODES = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
]);

/**
 * Runs a call to the card network and sorts what it throws: a definite refusal becomes `CardDeclined`, anything
 * that leaves the outcome open becomes PAYMENT_UNCONFIRMED; what is neither is a fault of ours and passes through.
 */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new CardDeclined(error.message, ACTION_CODES.has(error.code ?? ''));
    }
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError ||
      error instanceof Stripe.errors.StripeIdempotencyError
    ) {
      throw new AppError('PAYMENT_UNCONFIRMED', { cause: error });
    }
    throw error;
  }
}

/** True for the answer 'there is no such thing (any more)'. */
export function isResourceMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** True for the answer that a charge went back already, by a refund or through the cardholder's bank. */
export function isAlreadyReturned(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'charge_already_refunded' || error.code === 'charge_disputed')
  );
}
