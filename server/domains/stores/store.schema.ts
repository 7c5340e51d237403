import { z } from 'zod';
import { locationAddress } from './location-address.schema.ts';

/** A business location in the results of the savings search. */
export const store = z.object({
  id: z.uuid(),
  /** The last part of the URL of the business's page. */
  slug: z.string(),
  businessname: z.string(),
  searchName: z.string(),
  /** The name of the first category. */
  type: z.string(),
  categories: z.array(z.int()),
  logo: z.string().nullable(),
  url: z.string().nullable(),
  isPremier: z.boolean(),
  isNational: z.boolean(),
  /** True for a national business's row without coordinates. */
  isPlaceholder: z.boolean(),
  ...locationAddress,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The great-circle distance from the searched place. Null if either has no coordinates. */
  distanceMiles: z.number().nullable(),
  /**
   * The first headline among the valid promotions. Null if there is none, or if the promotions are disabled.
   */
  headline: z.string().nullable(),
  /** The savings from one use of the promotion with this headline. Without a headline, the first savings. */
  savesCents: z.int().nullable(),
  promotionsCount: z.int(),
  /** True if the promotions are hidden from the caller. */
  promotionsDisabled: z.boolean(),
});
export type Store = z.infer<typeof store>;
