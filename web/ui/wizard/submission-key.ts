import { newId } from '#server/lib/ids.ts';
import type { Failure } from '#web/lib/errors.ts';

/**
 * The idempotency key of a wizard's submission (D41). The key stays the same while an attempt's outcome is
 * unknown, and when the buyer retries the same cart with another card. A changed cart after a refusal gets a
 * new key, and so does a new purchase.
 */
export interface SubmissionKey {
  key: string;
  /**
   * The cart of the last attempt, if the server refused it. Null if no attempt was made, or if one may have
   * succeeded.
   */
  refusedCart: string | null;
}

export function newSubmissionKey(): SubmissionKey {
  return { key: newId(), refusedCart: null };
}

export function chooseSubmissionKey(current: SubmissionKey, cart: string): SubmissionKey {
  if (current.refusedCart === null || current.refusedCart === cart) return current;
  return newSubmissionKey();
}

/** Until the response arrives, the attempt may succeed, so forget earlier refusals. */
export function markInFlight(current: SubmissionKey): SubmissionKey {
  return { ...current, refusedCart: null };
}

export function markRefused(current: SubmissionKey, cart: string): SubmissionKey {
  return { ...current, refusedCart: cart };
}

const PURCHASE_REFUSALS = new Set([
  'CARD_DECLINED',
  'CARD_INVALID',
  'CARD_CHECK_NEEDED',
  'PURCHASE_INTERRUPTED',
  'CHARGE_RETURNED',
  'PRICE_CHANGED',
  'TEXT_CHANGED',
  'WRONG_PROMO_CODE',
]);

/**
 * True if the server got as far as the purchase, and nothing was bought by this attempt or an earlier one.
 */
export function isPurchaseRefusal(failure: Failure): boolean {
  return PURCHASE_REFUSALS.has(failure.code);
}
