import { z } from 'zod';
import { stateSummary } from '../state/state.schema.ts';

/** With this key, the device can make the card's changing codes even offline (live-code.shared.ts). */
export const liveKey = z.object({
  /** Encoded as base64url. Each card has a different key every day. */
  key: z.string(),
  /** The day of the key, as the number of days since 1970, in UTC. */
  day: z.int(),
  /** When the key expires. The device then deletes the card. */
  until: z.date(),
});
export type LiveKey = z.infer<typeof liveKey>;

/** The owner's card or, if it can't be shown, the reason. */
export const digitalCard = z.discriminatedUnion('shown', [
  z.object({
    shown: z.literal(true),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    /** The company that pays for an employee card. Absent from cards that a device saved earlier. */
    companyName: z.string().nullish(),
    firstname: z.string(),
    lastname: z.string(),
    expiresAt: z.date(),
    /** The QR code leads to this page, where anyone can check the card. */
    verificationUrl: z.url(),
    /** The server's time. The device shows it, and corrects its own clock with it. */
    checkedAt: z.date(),
    live: liveKey,
  }),
  z.object({
    shown: z.literal(false),
    number: z.string(),
    plan: z.int(),
    planName: z.string(),
    /** Why the card can't be shown. */
    summary: stateSummary,
  }),
]);
export type DigitalCard = z.infer<typeof digitalCard>;
