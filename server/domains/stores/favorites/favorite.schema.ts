import { z } from 'zod';

export const favoriteInput = z.object({ businessId: z.uuid() });

export const favorite = z.object({
  id: z.uuid(),
  /** The last part of the URL of the business's page. */
  slug: z.string(),
  name: z.string(),
  type: z.string(),
  logo: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  promotionsCount: z.int(),
});
export type Favorite = z.infer<typeof favorite>;
