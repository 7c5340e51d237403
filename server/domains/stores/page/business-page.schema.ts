import { z } from 'zod';
import { weekHours } from '../hours.schema.ts';
import { locationAddress } from '../location-address.schema.ts';
import { promotion } from '../promotion.schema.ts';

export const MAX_PHOTOS = 6;
export const MAX_PHOTO_ALT_LENGTH = 150;

export const photo = z.object({
  id: z.uuid(),
  file: z.string(),
  /** Null if the owner didn't describe the photo. */
  alt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
});
export type Photo = z.infer<typeof photo>;

/** A location on a business's page. */
const pageLocation = z.object({
  id: z.uuid(),
  ...locationAddress,
  hours: weekHours.nullable(),
});
export type PageLocation = z.infer<typeof pageLocation>;

export const businessPageInput = z.object({
  slug: z.string().max(300),
  /** The location that the visitor chose in the search. It comes first. */
  locationId: z.uuid().nullish(),
});

export const businessPage = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** The name of the first category. */
  type: z.string(),
  categories: z.array(z.int()),
  logo: z.string().nullable(),
  url: z.string().nullable(),
  isPremier: z.boolean(),
  isNational: z.boolean(),
  description: z.string().nullable(),
  photos: z.array(photo),
  /** The first locations only, if there are many. */
  locations: z.array(pageLocation),
  locationsCount: z.int(),
  /** Empty if they are hidden from the caller. */
  promotions: z.array(promotion),
  promotionsCount: z.int(),
  promotionsDisabled: z.boolean(),
  isFavorite: z.boolean(),
});
export type BusinessPage = z.infer<typeof businessPage>;
