import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { cardHolderInput } from '../../../memberships/physical-card/physical-card.schema.ts';

/** A card that is printed anew and where it goes (DESIGN D29). */
export const replacementCart = z
  .object({
    membershipId: z.uuid(),
    /** As stored, 12 characters. */
    number: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    ...addressFields('Required'),
  })
  .check(usAddressRules);
export type ReplacementCart = z.infer<typeof replacementCart>;

export const replacementInput = z
  .object({
    ...cardHolderInput.shape,
    ...addressFields('Required'),
    /** From the card network's browser code; the literal 'none' where the catalog's price is 0. */
    token: z.string().trim().min(1, 'The debit/credit card that was used is invalid.').max(255),
    /** What the buyer saw as due now; a difference refuses the purchase (D2). */
    shownTotalCents: z.int(),
    /** Made once a form: the same key never charges twice (D41). */
    idempotencyKey: z.uuid(),
  })
  .check(usAddressRules);
export type ReplacementInput = z.infer<typeof replacementInput>;
