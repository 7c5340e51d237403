import { z } from 'zod';
import { addressFields, usAddressRules } from '../../addresses/address.schema.ts';

const NOT_FOUND = 'No Membership Found';

/** Identifies the card's owner by session, or by the key in a guest's receipt link. */
export const cardHolderInput = z.object({
  /** The membership's number as typed or linked, or its id. */
  id: z.string({ error: NOT_FOUND }),
  key: z
    .string({ error: NOT_FOUND })
    .max(2_000, NOT_FOUND)
    .nullish()
    .transform((value) => value ?? null),
});
export type CardHolderInput = z.infer<typeof cardHolderInput>;

export const cardAddress = z.object(addressFields('Required')).check(usAddressRules);
export type CardAddress = z.infer<typeof cardAddress>;

export const cardRequestInput = z
  .object({ ...cardHolderInput.shape, ...cardAddress.shape })
  .check(usAddressRules);
export type CardRequestInput = z.infer<typeof cardRequestInput>;

/**
 * 'open': no card was requested, and the first is free; 'requested': a card is waiting to be sent; 'sent': a
 * replacement can be ordered; 'closed': the membership is not active.
 */
export const cardState = z.enum(['open', 'requested', 'sent', 'closed']);
export type CardState = z.infer<typeof cardState>;

/** The page of a membership's physical card. Amounts are in cents. */
export const cardView = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  planName: z.string(),
  /** The name on the envelope. */
  recipient: z.string(),
  expiresAt: z.date(),
  state: cardState,
  /** Null if no card was requested. */
  latest: z
    .object({ requestedAt: z.date(), sentAt: z.date().nullable(), isReplacement: z.boolean() })
    .nullable(),
  /** Where the last card went, or the address that the company gave; null if unknown. */
  address: z
    .object({
      street1: z.string(),
      street2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      country: z.string(),
    })
    .nullable(),
  replacementCents: z.int(),
  /** The time until a card is sent: '5-7 business days'. */
  sentWithin: z.string(),
});
export type CardView = z.infer<typeof cardView>;
