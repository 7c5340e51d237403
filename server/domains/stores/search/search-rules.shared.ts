import { readZip } from '../../../lib/readers/zip.ts';
import { usStateCode } from '../../../lib/us-states.ts';

export const SEARCH_DISTANCES_MILES = [20, 40, 60, 100] as const;
export const DEFAULT_DISTANCE = 60;

/** The labels of the values of `sortBy`. */
export const SEARCH_SORTS = {
  1: 'Name A-Z',
  2: 'Name Z-A',
  3: 'Type ascending',
  4: 'Type descending',
  5: 'Distance',
} as const;
export const DEFAULT_SORT = 1;

export const PAGE_SIZE = 10;

export const MAX_TEXT_LENGTHS = { name: 100, zip: 10, city: 60, state: 60 } as const;

interface PlaceFields {
  zip: string | null;
  city: string | null;
  state: string | null;
}

/** Returns the errors by field. A place is either a ZIP code, or a city with its state. */
export function validatePlace({ zip, city, state }: PlaceFields): Record<string, string> {
  const zipReading = zip ? readZip(zip) : null;
  if (zipReading !== null) return 'error' in zipReading ? { zip: zipReading.error } : {};
  if (city && !state) return { state: 'Required Field' };
  return {
    ...(state && !city ? { city: 'Required Field' } : {}),
    ...(state && usStateCode(state) === null ? { state: 'Please choose a state' } : {}),
  };
}
