import { takeFault } from '../events/faults.ts';
import type { Refusal } from '../http/errors.ts';
import type { VaultCard } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { refusalFor, testCard } from './test-cards.ts';

/** What the cardholder's bank says to a charge. */
export type BankDecision =
  | { readonly kind: 'approved' }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Attempt {
  readonly card: VaultCard;
  /** The cardholder is not there to be asked. */
  readonly offSession: boolean;
  /** The cardholder has just authenticated this payment. */
  readonly authenticated: boolean;
}

export const AUTHENTICATION_REQUIRED: Refusal = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** The bank's verdict on money: an ordered decline first, then authentication, then the card's own behaviour. */
export function ask(world: World, attempt: Attempt): BankDecision {
  const ordered = takeFault(world, 'decline');
  if (ordered !== undefined) return { kind: 'refused', refusal: refusalFor(ordered.reason) };
  if (needsAuthentication(attempt)) return { kind: 'authenticate' };
  const refusal = testCard(attempt.card.number)?.refusal;
  return refusal === undefined ? { kind: 'approved' } : { kind: 'refused', refusal };
}

/** Whether saving the card without a charge needs the cardholder. */
export function needsAuthentication({ card, offSession, authenticated }: Attempt): boolean {
  if (authenticated) return false;
  switch (testCard(card.number)?.authentication) {
    case 'always':
      return true;
    case 'unless-set-up':
      return !card.readyOffSession;
    case 'on-session':
      return !offSession;
    default:
      return false;
  }
}
