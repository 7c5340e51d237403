import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';

export const SIGNUP_TITLES = {
  friend: 'Become a Friend',
  influencer: 'Become an Influencer',
  loyalty: 'Join our Business Loyalty Program',
  educator: 'Become an Educator',
} as const satisfies Record<AffiliateRole, string>;

/** The values that each URL parameter accepts. */
const ROLES_BY_PARAMETER = {
  type: { rep: 'educator', friend: 'friend', influencer: 'influencer' },
  signup: { influencer: 'influencer', loyalty: 'loyalty', educator: 'educator' },
} as const satisfies Record<string, Record<string, AffiliateRole>>;

export type SignupParameter = keyof typeof ROLES_BY_PARAMETER;

/** Returns null for an unknown value. */
export function parseSignupRole(parameter: SignupParameter, value: string | null): AffiliateRole | null {
  return Object.entries(ROLES_BY_PARAMETER[parameter]).find(([name]) => name === value)?.[1] ?? null;
}
