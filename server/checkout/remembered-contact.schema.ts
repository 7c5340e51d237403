import { z } from 'zod';

/**
 * What a signed-in buyer's forms are prefilled with. Fields are null if the account hasn't used a phone
 * number or address.
 */
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
