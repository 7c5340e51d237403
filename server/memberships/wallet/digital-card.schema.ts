import { z } from 'zod';
import { membershipState } from '../membership.schema.ts';

/** What the device makes the card's changing code with, signal or not (server/lib/live-code.ts). */
export const liveKey = z.object({
  /** base64url, of this card and this day alone. */
  key: z.string(),
  /** The day of the key, counted from 1970 in UTC. */
  day: z.int(),
  /** The key is worth nothing after this, and the device forgets the card. */
  until: z.date(),
});
export type LiveKey = z.infer<typeof liveKey>;

/** The owner's card, or why it is not shown now (SPEC section 2, Card modal). */
export const digitalCard = z.discriminatedUnion('shown', [
  z.object({
    shown: z.literal(true),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    expiresAt: z.date(),
    /** Where anybody may check the card; its QR code leads there. */
    verificationUrl: z.url(),
    /** Now, by the server's clock: when the card was last checked, and how far off the device's clock is. */
    checkedAt: z.date(),
    live: liveKey,
  }),
  z.object({
    shown: z.literal(false),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    state: membershipState,
    /** A company's own plan is not a card of anybody's (SPEC section 6). */
    isCompanyPlan: z.boolean(),
  }),
]);
export type DigitalCard = z.infer<typeof digitalCard>;
