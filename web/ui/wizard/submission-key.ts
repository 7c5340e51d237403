import { newId } from '#server/lib/ids.ts';

/**
 * The idempotency key of a wizard's submission (D41). It stays the same while an attempt's outcome is unknown, or the
 * same cart is retried with another card. It is renewed after a refused cart was changed or a cart was completed.
 */
export interface SubmissionKey {
  key: string;
  /** The cart that the server last definitely refused; null if an attempt may have gone through. */
  refusedCart: string | null;
}

export function newSubmissionKey(): SubmissionKey {
  return { key: newId(), refusedCart: null };
}

export function submissionKeyFor(current: SubmissionKey, cart: string): SubmissionKey {
  if (current.refusedCart === null || current.refusedCart === cart) return current;
  return newSubmissionKey();
}

/** Until a response arrives, the attempt may have succeeded, so ignore an earlier error. */
export function markInFlight(current: SubmissionKey): SubmissionKey {
  return { ...current, refusedCart: null };
}

export function markRefused(current: SubmissionKey, cart: string): SubmissionKey {
  return { ...current, refusedCart: cart };
}
