import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';
import type { Failure } from '#web/lib/errors.ts';

/** Heads the red box of a sign-up that failed, in the words of the specification (section 8). */
export function signupErrorHeader(role: AffiliateRole): (failure: Failure) => string {
  return ({ code }) => {
    if (code === 'CARD_INVALID') return 'There was an problem';
    return role === 'friend' || role === 'influencer' ? 'There was an problem.' : 'There was an Error';
  };
}
