import { z } from 'zod';

/** A promotion as members read it (SPEC section 3). */
export const promotion = z.object({
  id: z.uuid(),
  code: z.string().nullable(),
  /** Sanitised HTML. */
  info: z.string(),
  url: z.string().nullable(),
  additionalUrl: z.string().nullable(),
  /** The last day on which it holds, YYYY-MM-DD. */
  validUntil: z.string().nullable(),
  isOnline: z.boolean(),
});
export type Promotion = z.infer<typeof promotion>;
