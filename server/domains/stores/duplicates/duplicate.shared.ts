/** Why two businesses with the same name may be duplicates. */
export const DUPLICATE_REASONS = {
  address: 'Same address',
  phone: 'Same phone',
  website: 'Same website',
  zip: 'Same ZIP code',
} as const;

export type DuplicateReason = keyof typeof DUPLICATE_REASONS;

export function describeReasons(reasons: readonly string[]): string {
  return Object.entries(DUPLICATE_REASONS)
    .filter(([reason]) => reasons.includes(reason))
    .map(([, label]) => label)
    .join(', ');
}
