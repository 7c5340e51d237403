import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../lib/address.schema.ts';
import { optionalLine, optionalText, phoneLine } from '../../../lib/text.ts';
import { businessName, ownerPromotionList, webLink } from '../business-draft.schema.ts';
import { businessCategories } from '../category.schema.ts';
import { locationAddress } from '../location-address.schema.ts';
import { MAX_PHOTO_ALT_LENGTH, MAX_PHOTOS, photo } from '../page/business-page.schema.ts';
import { promotion } from '../promotion.schema.ts';
import { ownLocation } from './own-location.schema.ts';

export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** What owners can change about their business and its first location. */
export const listingInput = z
  .object({
    businessname: businessName,
    categories: businessCategories,
    url: webLink,
    phone: phoneLine('Required Field'),
    ...addressFields('Required Field'),
  })
  .check(usAddressRules);
export type ListingInput = z.infer<typeof listingInput>;

/**
 * Identifies the data that the form was filled with. A change is refused if the data has changed since then.
 * Pages from releases without versions don't send it.
 */
const version = z.string().max(100).optional();

export const listingChange = listingInput.and(z.object({ version }));
export type ListingChange = z.infer<typeof listingChange>;

export const promotionsInput = z.object({ promotions: ownerPromotionList });
export const promotionsChange = promotionsInput.and(z.object({ version }));
export type PromotionsChange = z.infer<typeof promotionsChange>;

export const MAX_DESCRIPTION_LENGTH = 2_000;

export const descriptionInput = z.object({ description: optionalText(MAX_DESCRIPTION_LENGTH) });

/** The order of the list is the order of the photos. */
export const photosInput = z.object({
  photos: z
    .array(z.object({ id: z.uuid(), alt: optionalLine(MAX_PHOTO_ALT_LENGTH) }))
    .max(MAX_PHOTOS)
    .refine((photos) => new Set(photos.map(({ id }) => id)).size === photos.length),
});

export const photoRemoval = z.object({ id: z.uuid() });

export const ownBusiness = z.object({
  id: z.uuid(),
  /** The last part of the URL of the business's page. */
  slug: z.string(),
  businessname: z.string(),
  /** The first category is the business's type. */
  categories: z.array(z.int()),
  url: z.string().nullable(),
  logo: z.string().nullable(),
  /** True if the savings search shows the business. */
  isListed: z.boolean(),
  /** True if staff removed the business from the search. */
  isHiddenByStaff: z.boolean(),
  /** Until the owner's email address is verified, a trial's business isn't listed (D58). */
  isOwnerVerified: z.boolean(),
  ...locationAddress,
  /** Differs after every change of the fields above that the owner can edit, except for the logo. */
  version: z.string(),
  description: z.string().nullable(),
  photos: z.array(photo),
  /** The first locations only, if there are many. The first one is the one above. */
  locations: z.array(ownLocation),
  promotions: z.array(promotion),
  promotionsVersion: z.string(),
  /** When the promotions can next be changed. Null if they can be changed now. */
  promotionsChangeAt: z.date().nullable(),
});
export type OwnBusiness = z.infer<typeof ownBusiness>;
