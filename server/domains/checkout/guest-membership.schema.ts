import { z } from 'zod';
import { errorSentence } from '../../lib/errors.ts';
import { linkToken } from '../../lib/text.ts';
import { cancelReason } from '../memberships/membership.schema.ts';
import { stateSummary } from '../memberships/state/state.schema.ts';

/** The key is in the links of a guest's emails. */
export const guestKeyInput = z.object({ key: linkToken('No Membership Found') });

/** The key of a link that may have expired, or the purchase's id, which is printed on the receipt. */
export const guestLinkInput = z.union([
  guestKeyInput,
  z.object({ purchaseId: z.uuid({ error: errorSentence('PURCHASE_NOT_FOUND') }) }),
]);
export type GuestLinkInput = z.infer<typeof guestLinkInput>;

export const guestCancelInput = guestKeyInput.extend({ reason: cancelReason.nullish() });
export type GuestCancelInput = z.infer<typeof guestCancelInput>;

/** What guests see of their membership before they cancel it. */
export const guestMembership = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  planName: z.string(),
  canceled: z.boolean(),
  canResume: z.boolean(),
  summary: stateSummary,
});
