import type { Failure } from '#web/lib/errors.ts';
import { isSilent } from '../use-card-payment.ts';

const SESSION_OVER = 'You are not logged in any more. Please choose how to continue.';

/** Stands where the server said nothing (SPEC section 8, card purchase failure). */
const NO_MESSAGE = 'No error';

/** The first message of the server, or 'No error' if there is none. */
export function asShown(found: Failure): Failure {
  if (found.code === 'ACCOUNT_MISMATCH') return { ...found, fieldErrors: { buyer: SESSION_OVER } };
  return isSilent(found) ? { ...found, message: NO_MESSAGE } : found;
}

/** Heads the red box (SPEC section 8). */
export function purchaseErrorHeader({ code }: Failure): string {
  return code === 'CARD_INVALID' ? 'There was an problem' : 'There was an Problem with your purchase';
}
