import { z } from 'zod';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import { readZip } from '../../../lib/readers/zip.ts';
import { optionalLine } from '../../../lib/text.ts';
import { usStateCode } from '../../../lib/us-states.ts';
import { businessCategory } from '../category.schema.ts';
import { TYPE_NAMES } from '../category.shared.ts';
import { store } from '../store.schema.ts';
import {
  DEFAULT_DISTANCE,
  DEFAULT_SORT,
  MAX_TEXT_LENGTHS,
  PAGE_SIZE,
  SEARCH_DISTANCES_MILES,
  validatePlace,
} from './search-rules.shared.ts';

const MAX_LIMIT = 100;
const MAX_SKIP = 10_000_000;

const distance = z.literal([...SEARCH_DISTANCES_MILES], {
  error: `Please choose a distance of ${SEARCH_DISTANCES_MILES.join(', ')} miles`,
});
const sortBy = z.literal([1, 2, 3, 4, 5], { error: 'Please choose a sort from 1 to 5' });
const type = z.enum(TYPE_NAMES, { error: 'Please choose a type' });

/** The place is either a ZIP code, or a city with its state. */
export const savingsFilters = z
  .object({
    name: optionalLine(MAX_TEXT_LENGTHS.name),
    category: businessCategory.nullish().transform((value) => value ?? null),
    type: type.nullish().transform((value) => value ?? null),
    zip: optionalLine(MAX_TEXT_LENGTHS.zip),
    city: optionalLine(MAX_TEXT_LENGTHS.city),
    state: optionalLine(MAX_TEXT_LENGTHS.state),
    distance: distance.default(DEFAULT_DISTANCE),
    national: z.boolean({ error: 'Please enter yes or no' }).default(false),
  })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(validatePlace(value)))
      issues.push({ code: 'custom', input: value, path: [field], message });
    if (value.zip) value.zip = valueOrNull(readZip(value.zip)) ?? value.zip;
    else if (value.state) value.state = usStateCode(value.state) ?? value.state;
  });
export type SavingsFilters = z.infer<typeof savingsFilters>;

export const savingsSearch = z
  .object({
    skip: z
      .int({ error: 'Please use a whole number' })
      .min(0, 'Please skip 0 rows or more')
      .max(MAX_SKIP, `Please skip at most ${MAX_SKIP} rows`)
      .default(0),
    limit: z
      .int({ error: 'Please use a whole number' })
      .min(1, 'Please ask for 1 row or more')
      .max(MAX_LIMIT, `Please ask for at most ${MAX_LIMIT} rows`)
      .default(PAGE_SIZE),
    sortBy: sortBy.default(DEFAULT_SORT),
  })
  .and(savingsFilters);
export type SavingsSearch = z.infer<typeof savingsSearch>;

/** Distances are measured from this place. */
export const searchedPlace = z.object({
  zip: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type SearchedPlace = z.infer<typeof searchedPlace>;

export const savingsResult = z.object({
  /** The exact number of matching stores on all pages. */
  count: z.int(),
  stores: z.array(store),
  place: searchedPlace.nullable(),
  /** The corrected name, or the name of the category, that was searched instead. Null if neither was. */
  searchedInstead: z.string().nullable(),
});
export type SavingsResult = z.infer<typeof savingsResult>;

/** The browser's location. */
export const position = z.object({
  latitude: z.number({ error: 'Required Field' }).min(-90).max(90),
  longitude: z.number({ error: 'Required Field' }).min(-180).max(180),
});

export const nearestPlace = z.object({ zip: z.string(), city: z.string(), state: z.string() });
