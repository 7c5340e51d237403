import { z } from 'zod';
import {
  businessDraft,
  degreesText,
  locationFields,
  locationRules,
  promotionDraft,
} from '../business-draft.schema.ts';

/** Identifies the state of a row. A change is refused if the row has changed since it was read. */
const version = z.string().max(20);

/** What staff can change about a business itself. */
export const businessEdit = z.object({
  id: z.uuid(),
  version,
  ...businessDraft.omit({ isListed: true, promotions: true }).shape,
});
export type BusinessEdit = z.infer<typeof businessEdit>;

/** Adds a location if `id` is null. */
export const locationEdit = z
  .object({
    businessId: z.uuid(),
    id: z.uuid().nullable(),
    version,
    ...locationFields.shape,
    latitude: degreesText(locationFields.shape.latitude),
    longitude: degreesText(locationFields.shape.longitude),
  })
  .check((payload) => locationRules(payload));
export type LocationEdit = z.infer<typeof locationEdit>;

/** Adds a promotion if `id` is null. */
export const promotionEdit = z.object({
  businessId: z.uuid(),
  id: z.uuid().nullable(),
  version,
  ...promotionDraft.shape,
});
export type PromotionEdit = z.infer<typeof promotionEdit>;

/** A location or promotion to remove. */
export const rowRemoval = z.object({ businessId: z.uuid(), id: z.uuid(), version });
export type RowRemoval = z.infer<typeof rowRemoval>;
