import Stripe from 'stripe';
import { AppError } from '../../lib/errors.ts';
import { trackStripeCalls } from '../../platform/integrations/stripe/call-scope.ts';

/** A definite decline: this call has charged nothing and won't. */
export class CardDeclined extends Error {
  /** True if the bank requires the buyer's confirmation, but this call can't request it. */
  readonly needsAction: boolean;

  constructor(message: string, needsAction = false) {
    super(message);
    this.needsAction = needsAction;
  }

  get code() {
    return this.needsAction ? 'CARD_CHECK_NEEDED' : 'CARD_DECLINED';
  }
}

/**
 * Stripe only repeats an earlier error for this idempotency key: a 500 that it stores for a day, or a
 * conflict with a different first request. The outcome is unknown until it is read from Stripe, and the next
 * attempt needs a new key.
 */
export class IdempotencyKeySpent extends AppError {
  constructor(cause: unknown) {
    super('PAYMENT_UNCONFIRMED', { cause });
  }
}

/**
 * True if Stripe only repeats an earlier error for this idempotency key, so retrying with the key is useless.
 */
export function isKeySpent(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return error.code !== 'idempotency_key_in_use';
  return error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true';
}

/** True if Stripe can't be reached or has an internal error. */
export function isStripeDown(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeConnectionError) return true;
  return (
    error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500 && !isKeySpent(error)
  );
}

const ACTION_CODES = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
]);

/**
 * Translates Stripe's errors. A definite decline becomes `CardDeclined`, a connection that was never made
 * becomes UNAVAILABLE, and any other error that leaves the outcome unknown becomes PAYMENT_UNCONFIRMED. All
 * other errors are rethrown.
 */
export function callStripe<T>(call: () => Promise<T>): Promise<T> {
  return trackStripeCalls(async (scope) => {
    try {
      return await call();
    } catch (error) {
      throw toCallError(error, scope.wasSent);
    }
  });
}

function toCallError(error: unknown, wasSent: boolean): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    return new CardDeclined(error.message, ACTION_CODES.has(error.code ?? ''));
  }
  if (isKeySpent(error)) return new IdempotencyKeySpent(error);
  if (error instanceof Stripe.errors.StripeConnectionError && !wasSent) {
    return new AppError('UNAVAILABLE', { cause: error });
  }
  const isUnanswered =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeIdempotencyError;
  return isUnanswered ? new AppError('PAYMENT_UNCONFIRMED', { cause: error }) : error;
}

export function isResourceMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** True if Stripe refused a refund because the charge was already refunded or is disputed. */
export function isAlreadyReturned(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    (error.code === 'charge_already_refunded' || error.code === 'charge_disputed')
  );
}
