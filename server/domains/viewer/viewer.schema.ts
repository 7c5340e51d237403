import { z } from 'zod';

/** `idNumber` shows only the last four digits (D7). */
const w9Summary = z.object({ termsDate: z.string(), idNumber: z.string() });

/** The signed-in user; named `User` in the GraphQL contract. */
export const viewer = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  accountType: z.int(),
  businessSearchList: z.boolean(),
  hasBusinessPlan: z.boolean(),
  hasValidMembership: z.boolean(),
  influencer: z.boolean(),
  friend: z.boolean(),
  hasW9: z.boolean(),
  hasW8: z.boolean(),
  w9: w9Summary.nullable(),
});
export type Viewer = z.infer<typeof viewer>;

/** Links to our other websites; null if not configured. */
export const viewerLinks = z.object({ backoffice: z.url().nullable() });
