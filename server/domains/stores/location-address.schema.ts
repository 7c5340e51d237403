import { z } from 'zod';

/** A location's address and phone number. Imported locations may lack any of them. */
export const locationAddress = {
  street1: z.string().nullable(),
  street2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
};
