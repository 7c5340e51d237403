import { takeFault } from '../events/faults.ts';
import type { Refusal } from '../http/errors.ts';
import type { VaultCard } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { findRefusal, testCard } from './test-cards.ts';

export type BankDecision =
  | { readonly kind: 'approved' }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Attempt {
  readonly card: VaultCard;
  /** True if the cardholder isn't present to authenticate. */
  readonly offSession: boolean;
  /** True if the cardholder has just authenticated this payment. */
  readonly authenticated: boolean;
}

export const AUTHENTICATION_REQUIRED: Refusal = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/**
 * An injected decline has priority over authentication, and authentication over the test card's own behavior.
 */
export function authorizeCharge(world: World, attempt: Attempt): BankDecision {
  const fault = takeFault(world, 'decline');
  if (fault !== undefined) return { kind: 'refused', refusal: findRefusal(fault.reason) };
  if (needsAuthentication(attempt)) return { kind: 'authenticate' };
  const refusal = testCard(attempt.card.number)?.refusal;
  return refusal === undefined ? { kind: 'approved' } : { kind: 'refused', refusal };
}

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
