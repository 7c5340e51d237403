import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';

/** How each sign-up's modal is headed: the specification's partner type index, and the friend's beside it. */
export const SIGNUP_TITLES = {
  friend: 'Become a Friend',
  influencer: 'Become an Influencer',
  loyalty: 'Join our Business Loyalty Program',
  educator: 'Become an Educator',
} as const satisfies Record<AffiliateRole, string>;

/** The words by which an address asks for a sign-up, at each parameter that does (SPEC section 2). */
const WORDS = {
  type: { rep: 'educator', friend: 'friend', influencer: 'influencer' },
  signup: { influencer: 'influencer', loyalty: 'loyalty', educator: 'educator' },
} as const satisfies Record<string, Record<string, AffiliateRole>>;

export type SignupParameter = keyof typeof WORDS;

/** Whom the address wants to sign up; null for a word that nobody knows. */
export function askedRole(parameter: SignupParameter, word: string | null): AffiliateRole | null {
  return Object.entries(WORDS[parameter]).find(([known]) => known === word)?.[1] ?? null;
}
