import type { AffiliateRole } from '#server/affiliates/affiliate.schema.ts';

/** The modals' titles. */
export const SIGNUP_TITLES = {
  friend: 'Become a Friend',
  influencer: 'Become an Influencer',
  loyalty: 'Join our Business Loyalty Program',
  educator: 'Become an Educator',
} as const satisfies Record<AffiliateRole, string>;

/** The role for each value of the URL parameters. */
const WORDS = {
  type: { rep: 'educator', friend: 'friend', influencer: 'influencer' },
  signup: { influencer: 'influencer', loyalty: 'loyalty', educator: 'educator' },
} as const satisfies Record<string, Record<string, AffiliateRole>>;

export type SignupParameter = keyof typeof WORDS;

/** Null for an unknown value. */
export function askedRole(parameter: SignupParameter, word: string | null): AffiliateRole | null {
  return Object.entries(WORDS[parameter]).find(([known]) => known === word)?.[1] ?? null;
}
