import { z } from 'zod';

export const promotion = z.object({
  id: z.uuid(),
  code: z.string().nullable(),
  /** Sanitized HTML. */
  info: z.string(),
  url: z.string().nullable(),
  additionalUrl: z.string().nullable(),
  /** The last valid day, as YYYY-MM-DD. */
  validUntil: z.string().nullable(),
  isOnline: z.boolean(),
  /** The offer in a few words. */
  headline: z.string().nullable(),
  savesCents: z.int().nullable(),
});
/**
 * If the promotions are disabled for the caller, the list is empty, so hidden promotions never leave the
 * server.
 */
export const storePromotions = z.object({ storeId: z.uuid(), promotions: z.array(promotion) });
export type StorePromotions = z.infer<typeof storePromotions>;

export const storePromotionsInput = z.object({ storeIds: z.array(z.uuid()).min(1).max(100) });

export type Promotion = z.infer<typeof promotion>;
