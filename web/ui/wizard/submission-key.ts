import { newId } from '#server/lib/ids.ts';

/**
 * The idempotency key of a wizard's submission (DESIGN sections 4 and D41). It is made once and stays the same while
 * the outcome of an attempt is unknown, or the same cart is tried with another card. It is renewed when a refused cart
 * was changed afterwards, and when the cart was completed.
 */
export interface SubmissionKey {
  key: string;
  /** The cart as it was when the server last refused it for certain; null where an attempt may have gone through. */
  refusedCart: string | null;
}

export function newSubmissionKey(): SubmissionKey {
  return { key: newId(), refusedCart: null };
}

export function keyForCart(current: SubmissionKey, cart: string): SubmissionKey {
  if (current.refusedCart === null || current.refusedCart === cart) return current;
  return newSubmissionKey();
}

/** From here on until an answer comes, the attempt may have gone through: an earlier refusal says nothing of it. */
export function inFlight(current: SubmissionKey): SubmissionKey {
  return { ...current, refusedCart: null };
}

export function refused(current: SubmissionKey, cart: string): SubmissionKey {
  return { ...current, refusedCart: cart };
}
