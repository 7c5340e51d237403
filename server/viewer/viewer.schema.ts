import { z } from 'zod';

/** Tax details as their owner may see them: the number's last four digits (DESIGN D7). */
const w9Summary = z.object({ termsDate: z.string(), idNumber: z.string() });

/** The signed-in person: the `User` of the contract (SPEC section 3). */
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

/** Where other pages of ours are; null where no such site is set up (DESIGN D17). */
export const viewerLinks = z.object({ backoffice: z.url().nullable() });
