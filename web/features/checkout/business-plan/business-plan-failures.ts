import type { Failure } from '#web/lib/errors.ts';
import { CARD_NOT_READ, isSilent } from '../use-card-payment.ts';

/** The card, or the bank behind it, said no. */
const CARD_FAILURES = new Set([CARD_NOT_READ, 'CARD_DECLINED', 'TOO_MANY_DECLINES']);

/** A failed purchase in the words of the specification (section 8, business purchase). */
export function asShown(found: Failure): Failure {
  if (isSilent(found)) return { ...found, message: 'Something went wrong with the payment.' };
  return CARD_FAILURES.has(found.code) ? { ...found, message: `Payment failed: ${found.message}` } : found;
}
