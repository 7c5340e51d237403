import { z } from 'zod';
import { promotion } from './promotion.schema.ts';

/** A location of a business, as the savings search shows it (SPEC section 3, Store). */
export const store = z.object({
  id: z.uuid(),
  businessname: z.string(),
  searchName: z.string(),
  /** The name of the first category (DESIGN D33). */
  type: z.string(),
  categories: z.array(z.int()),
  logo: z.string().nullable(),
  url: z.string().nullable(),
  isPremier: z.boolean(),
  isNational: z.boolean(),
  /** A national business's row that stands for no place. */
  isPlaceholder: z.boolean(),
  street1: z.string().nullable(),
  street2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Great-circle miles from the searched place; null without one, or where the store has none. */
  distanceMiles: z.number().nullable(),
  /** Empty where they are disabled: what a visitor may not see is not sent (DESIGN D32). */
  promotions: z.array(promotion),
  promotionsCount: z.int(),
  promotionsDisabled: z.boolean(),
});
export type Store = z.infer<typeof store>;
