import { z } from 'zod';

/**
 * What a signed-in buyer's forms are prefilled with. `phone` and `address` are null if the account hasn't used
 * one. `zip` is the address's ZIP code or, without an address, the one that the account registered with.
 */
export const rememberedContact = z.object({
  phone: z.string().nullable(),
  zip: z.string(),
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
