import { z } from 'zod';
import { locationAddress } from '../../domains/stores/location-address.schema.ts';
import { photo } from '../../domains/stores/page/business-page.schema.ts';
import { promotion } from '../../domains/stores/promotion.schema.ts';
import { store } from '../../domains/stores/store.schema.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

export const businessId = z.object({ id: z.uuid() });

const version = z.string();

export const staffLocation = z.object({
  id: z.uuid(),
  version,
  importKey: z.string().nullable(),
  ...locationAddress,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});
export type StaffLocation = z.infer<typeof staffLocation>;

export const locationsInput = z.object({
  businessId: z.uuid(),
  /** The last location of the previous page. */
  after: z.uuid().optional(),
});

export const locationPage = z.object({ locations: z.array(staffLocation), hasMore: z.boolean() });
export type LocationPage = z.infer<typeof locationPage>;

export const staffPromotion = promotion.extend({ version });
export type StaffPromotion = z.infer<typeof staffPromotion>;

export const staffBusiness = z.object({
  id: z.uuid(),
  version,
  name: z.string(),
  categories: z.array(z.int()),
  isPremier: z.boolean(),
  isNational: z.boolean(),
  isListed: z.boolean(),
  isMembersOnly: z.boolean(),
  /** What staff decided about the listing. Null if they didn't decide anything. */
  staffListing: z.enum(['hidden', 'shown']).nullable(),
  logo: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** The last part of the URL of the business's page. */
  slug: z.string(),
  photos: z.array(photo),
  importKey: z.string().nullable(),
  createdAt: z.date(),
  /** Up to three locations, as members see them in the search. */
  preview: z.array(store),
  locationCount: z.int(),
  promotions: z.array(staffPromotion),
  owner: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  plan: z
    .object({
      name: z.string(),
      isTrial: z.boolean(),
      statusText: z.string(),
      listedUntil: z.date(),
    })
    .nullable(),
  timeline: z.array(timelineEntry),
});
export type StaffBusiness = z.infer<typeof staffBusiness>;

export const listingState = z.object({ id: z.uuid(), version: z.string().max(20) });

export const duplicatePair = z.object({
  id: z.uuid(),
  reasons: z.string(),
  foundAt: z.date(),
  dismissedAt: z.date().nullable(),
  businesses: z.array(staffBusiness),
});
export type DuplicatePair = z.infer<typeof duplicatePair>;
