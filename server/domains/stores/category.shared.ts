export const BUSINESS_CATEGORIES = {
  1: 'Medical',
  2: 'Dental',
  3: 'Technology',
  4: 'Retail',
  5: 'Travel',
  6: 'Entertainment',
  7: 'Home & Garden',
  8: 'Health & Beauty',
  9: 'Food & Drink',
  10: 'Family Fun',
  11: 'Other',
  12: 'Chiropractor',
  13: 'Therapy',
  14: 'Optometry',
  15: 'Community',
  16: 'Auto',
  17: 'Real Estate/Finance',
  18: 'Pet Services',
  19: 'Find Employment',
} as const;

/** Used for businesses without a category. */
export const OTHER_CATEGORY: BusinessCategory = 11;

export type BusinessCategory = keyof typeof BUSINESS_CATEGORIES;

const namesByNumber = new Map(
  Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => [Number(value), name]),
);

/** In alphabetical order, because searches sort types by their position in this list. */
export const TYPE_NAMES = [...namesByNumber.values()].sort();

export function categoryName(value: number): string {
  const name = namesByNumber.get(value);
  if (name === undefined) throw new Error(`There is no category ${value}`);
  return name;
}
