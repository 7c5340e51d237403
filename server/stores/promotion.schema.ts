import { z } from 'zod';

export const promotion = z.object({
  id: z.uuid(),
  code: z.string().nullable(),
  /** Sanitized HTML. */
  info: z.string(),
  url: z.string().nullable(),
  additionalUrl: z.string().nullable(),
  /** The last valid day, YYYY-MM-DD. */
  validUntil: z.string().nullable(),
  isOnline: z.boolean(),
});
export type Promotion = z.infer<typeof promotion>;
