import { z } from 'zod';
import { addressFields, usAddressRules } from '../../addresses/address.schema.ts';

/** Whose card it is about: by session, or by the key in the link of a guest's receipt (DESIGN D9, D27). */
export const cardHolderInput = z.object({
  /** The membership's number as somebody typed or linked it, or its row's id. */
  id: z.string(),
  key: z
    .string()
    .max(2_000)
    .nullish()
    .transform((value) => value ?? null),
});
export type CardHolderInput = z.infer<typeof cardHolderInput>;

/** The form's own fields (SPEC section 5, Physical card form). */
export const cardAddress = z.object(addressFields('Required')).check(usAddressRules);
export type CardAddress = z.infer<typeof cardAddress>;

export const cardRequestInput = z
  .object({ ...cardHolderInput.shape, ...cardAddress.shape })
  .check(usAddressRules);
export type CardRequestInput = z.infer<typeof cardRequestInput>;

/**
 * 'open': none was asked for yet, and the first is free; 'requested': one waits to be sent; 'sent': a replacement can
 * be ordered; 'closed': the membership is not active (DESIGN D29).
 */
export const cardState = z.enum(['open', 'requested', 'sent', 'closed']);
export type CardState = z.infer<typeof cardState>;

/** What the page of a membership's physical card shows. Amounts in cents. */
export const cardView = z.object({
  /** As stored, 12 characters. */
  number: z.string(),
  planName: z.string(),
  /** The name on the envelope. */
  recipient: z.string(),
  expiresAt: z.date(),
  state: cardState,
  /** The latest request; null where there is none. */
  latest: z
    .object({ requestedAt: z.date(), sentAt: z.date().nullable(), isReplacement: z.boolean() })
    .nullable(),
  /** Where the last card went, or what a company said of its employee; null where nothing is known. */
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
  /** Until a card is sent: '5-7 business days'. */
  sentWithin: z.string(),
});
export type CardView = z.infer<typeof cardView>;
