import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../lib/address.schema.ts';

const NOT_FOUND = 'No Membership Found';

/** The card's owner is identified by the session or, for a guest, by the key in the receipt's link. */
export const cardHolderInput = z.object({
  /** The membership number, typed or from a link, or the membership id. */
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
 * 'open': no card was requested yet, and the first is free. 'requested': a card is waiting to be sent.
 * 'sent': a replacement can be ordered. 'closed': the membership isn't active.
 */
export const cardState = z.enum(['open', 'requested', 'sent', 'closed']);
export type CardState = z.infer<typeof cardState>;

/** What the page of a membership's physical card shows. */
export const cardView = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  planName: z.string(),
  /** The name on the envelope. */
  recipient: z.string(),
  expiresAt: z.date(),
  state: cardState,
  /** Why the membership can't be used now. Null if it can. */
  inactiveText: z.string().nullable(),
  /** The latest request. Null if there is none. */
  latest: z
    .object({ requestedAt: z.date(), sentAt: z.date().nullable(), isReplacement: z.boolean() })
    .nullable(),
  /**
   * The address of the latest request or, for an employee card without one, the employee's or the company's.
   * Null otherwise.
   */
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
  /** The time until a card is sent, such as '5-7 business days'. */
  sentWithin: z.string(),
});
export type CardView = z.infer<typeof cardView>;
