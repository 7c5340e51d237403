import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../../lib/text.ts';

const familyMember = z.object({ name: requiredLine('Required', 200) });

/** Who gets the card and where it goes (SPEC section 5, card shipping). */
export const cardShipping = z
  .object({
    firstname: requiredLine('Required'),
    lastname: requiredLine('Required'),
    phone: phoneLine('Required'),
    email: emailLine('Required'),
    ...addressFields('Required'),
  })
  .check(usAddressRules);

/** Family plan only: a spouse and any number of children, by name. */
export const cardFamily = z.object({
  spouseFirstName: optionalLine(),
  spouseLastName: optionalLine(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});

export const cardDetails = z.object({
  /** The referrer's account id. */
  reference: z
    .uuid()
    .nullish()
    .transform((value) => value ?? null),
  boughtBefore: z.boolean().default(false),
  requestedPhysicalCard: z.boolean().default(false),
  contractAgree: z.literal(true, { error: 'Terms must be accepted' }),
});

/** Individual 0 and Family 1 are sold here (SPEC section 3). */
export const cardPlan = z.union([z.literal(0), z.literal(1)], { error: 'Please choose a plan' });

/** Everything a card's buyer tells us but the card itself (SPEC section 3, Card purchase). */
export const cardCart = z
  .object({
    plan: cardPlan,
    ...cardShipping.shape,
    ...cardFamily.shape,
    ...cardDetails.shape,
    discountCode: promoCodeInput,
  })
  .check(usAddressRules);
export type CardCart = z.infer<typeof cardCart>;

export const cardQuoteInput = z.object({
  plan: cardPlan,
  requestedPhysicalCard: z.boolean().default(false),
  discountCode: promoCodeInput,
});

export const cardPurchaseInput = z.object({
  ...cardCart.shape,
  /** Another's account is refused; the signed-in one need not be named (DESIGN D40). */
  accountID: z.uuid().nullish(),
  /** From the card network's browser code (`tok_…` or `pm_…`); the literal 'none' where nothing is due. */
  token: requiredLine('The debit/credit card that was used is invalid.', 255),
  /** What the buyer saw as due now; a difference refuses the purchase (D2). Older clients send none. */
  shownTotalCents: z.int().nullish(),
  /** Made once a wizard: the same key never charges twice (D41). Older clients send none. */
  idempotencyKey: z.uuid().nullish(),
});
export type CardPurchaseInput = z.infer<typeof cardPurchaseInput>;

/** How the browser reaches the card network. */
export const paymentSetup = z.object({
  provider: z.enum(['stripe', 'sandbox']),
  publishableKey: z.string(),
});

/** A purchase that a mail's link opens again, as it was sent (DESIGN section 4). */
export const reopenedPurchase = z.object({ cart: cardCart, quote });
