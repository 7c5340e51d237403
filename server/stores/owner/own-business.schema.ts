import { z } from 'zod';
import { addressFields, usAddressRules } from '../../addresses/address.schema.ts';
import { phoneLine } from '../../lib/text.ts';
import { businessName, ownerPromotionList, webLink } from '../business-draft.schema.ts';
import { businessCategory } from '../category.schema.ts';
import { promotion } from '../promotion.schema.ts';

export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

/** What owners can change about their business and its first location. */
export const listingInput = z
  .object({
    businessname: businessName,
    categories: z
      .array(businessCategory)
      .min(1, 'Please choose a category')
      .refine((values) => new Set(values).size === values.length, 'Please name each category once'),
    url: webLink,
    phone: phoneLine('Required Field'),
    ...addressFields('Required Field'),
  })
  .check(usAddressRules);
export type ListingInput = z.infer<typeof listingInput>;

export const promotionsInput = z.object({ promotions: ownerPromotionList });

export const ownBusiness = z.object({
  id: z.uuid(),
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
  phone: z.string().nullable(),
  street1: z.string().nullable(),
  street2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string(),
  promotions: z.array(promotion),
  /** When the promotions can next be changed. Null if they can be changed now. */
  promotionsChangeAt: z.date().nullable(),
});
export type OwnBusiness = z.infer<typeof ownBusiness>;
