import { z } from 'zod';
import { readZip } from '../../../lib/readers/zip.ts';
import { requiredReading } from '../../../lib/text.ts';
import { searchedPlace } from './savings-search.schema.ts';
import { MAX_TEXT_LENGTHS } from './search-rules.shared.ts';

export const nearbyOffersInput = z.object({
  zip: requiredReading(readZip, 'Please enter a 5-digit ZIP code', MAX_TEXT_LENGTHS.zip),
});

/** A promotion with a headline, savings, or both. */
const offer = z.object({ id: z.uuid(), headline: z.string().nullable(), savesCents: z.int().nullable() });

const businessWithOffers = z.object({
  /** The business's location nearest to the place. */
  storeId: z.uuid(),
  /** The business's page is at `/savings/` followed by this. */
  slug: z.string(),
  businessname: z.string(),
  /** The name of the first category. */
  type: z.string(),
  distanceMiles: z.number(),
  /** True if the offers are hidden from the caller (D32). Then `offers` is empty. */
  isHidden: z.boolean(),
  offers: z.array(offer),
});

export const nearbyOffers = z.object({
  place: searchedPlace.pick({ zip: true, city: true, state: true }),
  /** The nearest first. */
  businesses: z.array(businessWithOffers),
});
export type NearbyOffers = z.infer<typeof nearbyOffers>;
