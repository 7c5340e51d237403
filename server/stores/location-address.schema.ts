import { z } from 'zod';

/** Where a location is and how to call it. Imported ones can lack any part. */
export const locationAddress = {
  street1: z.string().nullable(),
  street2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  country: z.string(),
  phone: z.string().nullable(),
};
