import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';

/**
 * Returns a sign-up as an older client sends it: without an idempotency key, and with its own `hasW9` and
 * `hasW8`.
 */
export function affiliateInfo(
  overrides: Record<string, unknown> & { reference: string },
): Record<string, unknown> {
  const { idempotencyKey: _, role: __, ...info } = affiliateSignup({ reference: overrides.reference });
  return { ...info, type: 1, hasW9: false, hasW8: false, watchedVideo: true, takeTest: true, ...overrides };
}
