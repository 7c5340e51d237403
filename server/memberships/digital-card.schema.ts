import { z } from 'zod';
import { membershipState } from './membership.schema.ts';

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
