import { categoryName } from '#server/domains/stores/category.shared.ts';
import type { SearchedPlace } from '#server/domains/stores/search/savings-search.schema.ts';
import type { Store } from '#server/domains/stores/store.schema.ts';

const wholeNumber = new Intl.NumberFormat('en-US');
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats as '1,234 businesses'. */
export function formatBusinessCount(count: number): string {
  return `${wholeNumber.format(count)} ${count === 1 ? 'business' : 'businesses'}`;
}

export const formatCount = (count: number) => wholeNumber.format(count);

/** Formats as '3.2 miles'. */
export function formatMiles(distance: number): string {
  const formattedMiles = oneDecimal.format(distance);
  return `${formattedMiles} ${formattedMiles === '1.0' ? 'mile' : 'miles'}`;
}

/** Formats as 'New York, NY 10001'. */
export function formatPlaceName({ city, state, zip }: Pick<SearchedPlace, 'city' | 'state' | 'zip'>): string {
  return `${city}, ${state}${zip === null ? '' : ` ${zip}`}`;
}

/** Lists the type first, then the other categories. */
export function formatCategories({ type, categories }: Pick<Store, 'type' | 'categories'>): string {
  return [...new Set([type, ...categories.map(categoryName)])].join(' · ');
}

/**
 * Returns the address's lines as on an envelope. Leaves out lines without text, and the country if it is the
 * US.
 */
export function formatAddressLines({
  street1,
  street2,
  city,
  state,
  zip,
  country,
}: Pick<Store, 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country'>): string[] {
  const region = [state, zip].filter(Boolean).join(' ');
  const cityLine = [city, region].filter(Boolean).join(', ');
  return [street1, street2, cityLine, country === 'US' ? null : country].filter(
    (line): line is string => line !== null && line !== '',
  );
}

/** Returns 'AB' for 'Aldo's Bakery'. */
export function initials(name: string): string {
  const words = name.split(/\s+/).map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  const letters = words.filter((word) => word !== '').map((word) => [...word][0] ?? '');
  return letters.slice(0, 2).join('').toUpperCase() || '•';
}
