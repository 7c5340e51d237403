import { z } from 'zod';
import { linkToken } from '../lib/text.ts';
import { membershipState } from '../memberships/membership.schema.ts';

/** The key in the link of a guest's receipt. */
export const guestKeyInput = z.object({ key: linkToken('No Membership Found') });

/** What a guest sees of the membership before canceling it. */
export const guestMembership = z.object({
  /** As stored, 12 characters. */
  number: z.string(),
  planName: z.string(),
  periodEnd: z.date(),
  canceled: z.boolean(),
  state: membershipState,
});
