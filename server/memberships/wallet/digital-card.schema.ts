import { z } from 'zod';
import { membershipState } from '../membership.schema.ts';

/** The device makes the card's changing codes with this key, even offline (live-code.shared.ts). */
export const liveKey = z.object({
  /** base64url; valid for one card and one day. */
  key: z.string(),
  /** Days since 1970, UTC. */
  day: z.int(),
  /** When the key expires and the device deletes the card. */
  until: z.date(),
});
export type LiveKey = z.infer<typeof liveKey>;

/** The owner's card, or why it is not shown. */
export const digitalCard = z.discriminatedUnion('shown', [
  z.object({
    shown: z.literal(true),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    expiresAt: z.date(),
    /** The QR code leads here, where anyone can check the card. */
    verificationUrl: z.url(),
    /** The server's time: shows when the card was last checked and how far off the device's clock is. */
    checkedAt: z.date(),
    live: liveKey,
  }),
  z.object({
    shown: z.literal(false),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    state: membershipState,
    /** A company's own plan is not a card. */
    isCompanyPlan: z.boolean(),
  }),
]);
export type DigitalCard = z.infer<typeof digitalCard>;
