import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';

/** A sign-up as an older client sends it: no key, no membership, and what it believes to be on file. */
export function affiliateInfo(
  overrides: Record<string, unknown> & { reference: string },
): Record<string, unknown> {
  const { idempotencyKey: _, role: __, ...info } = affiliateSignup({ reference: overrides.reference });
  return { ...info, type: 1, hasW9: false, hasW8: false, watchedVideo: true, takeTest: true, ...overrides };
}
