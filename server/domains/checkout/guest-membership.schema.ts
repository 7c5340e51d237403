import { z } from 'zod';
import { linkToken } from '../../lib/text.ts';
import { cancelReason, membershipState } from '../memberships/membership.schema.ts';

/** The key is in the link of a guest's receipt. */
export const guestKeyInput = z.object({ key: linkToken('No Membership Found') });

export const guestCancelInput = guestKeyInput.extend({ reason: cancelReason.nullish() });
export type GuestCancelInput = z.infer<typeof guestCancelInput>;

/** What guests see of their membership before they cancel it. */
export const guestMembership = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  planName: z.string(),
  periodEnd: z.date(),
  canceled: z.boolean(),
  canResume: z.boolean(),
  state: membershipState,
});
