import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../../lib/address.schema.ts';
import { cardHolderInput } from '../../../memberships/physical-card/physical-card.schema.ts';
import { paymentToken } from '../../purchase/purchase.schema.ts';

/** The stored cart: the membership whose card is printed again, and the shipping address. */
export const replacementCart = z
  .object({
    membershipId: z.uuid(),
    /** 12 characters, without hyphens. */
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
    token: paymentToken,
    /** The total that the buyer saw. If it differs from ours, the purchase is refused (D2). */
    shownTotalCents: z.int(),
    /** Generated once per form. The same key never charges twice (D41). */
    idempotencyKey: z.uuid(),
  })
  .check(usAddressRules);
export type ReplacementInput = z.infer<typeof replacementInput>;
