import { z } from 'zod';

/** Prefills the forms of a signed-in buyer. */
export const rememberedContact = z.object({
  phone: z.string().nullable(),
  address: z
    .object({
      street1: z.string(),
      street2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      country: z.string(),
    })
    .nullable(),
});
export type RememberedContact = z.infer<typeof rememberedContact>;
