import { z } from 'zod';
import { ownAccountId } from '../../../accounts/account.schema.ts';
import { addressFields, usAddressRules } from '../../../addresses/address.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { emailLine, optionalLine, optionalReference, phoneLine, requiredLine } from '../../../lib/text.ts';
import { paymentToken } from '../../purchase/purchase.schema.ts';

const familyMember = z.object({ name: requiredLine('Required', 200) });

/** The cardholder and the shipping address. */
export const cardShipping = z
  .object({
    firstname: requiredLine('Required'),
    lastname: requiredLine('Required'),
    phone: phoneLine('Required'),
    email: emailLine('Required'),
    ...addressFields('Required'),
  })
  .check(usAddressRules);

/** Only for the family plan. */
export const cardFamily = z.object({
  spouseFirstName: optionalLine(),
  spouseLastName: optionalLine(),
  members: z.array(familyMember).max(20, 'Please name at most 20 family members').default([]),
});

export const cardDetails = z.object({
  reference: optionalReference(),
  boughtBefore: z.boolean().default(false),
  requestedPhysicalCard: z.boolean().default(false),
  contractAgree: z.literal(true, { error: 'Terms must be accepted' }),
});

/** 0 individual, 1 family. */
export const cardPlan = z.union([z.literal(0), z.literal(1)], { error: 'Please choose a plan' });

/** The stored cart. It never holds payment card data. */
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

export const cardPurchaseInput = z
  .object({
    ...cardCart.shape,
    accountID: ownAccountId,
    token: paymentToken,
    /** The total the buyer saw. The purchase is refused if it differs (D2). Older clients send none. */
    shownTotalCents: z.int().nullish(),
    /** Generated once per wizard. The same key never charges twice (D41). Older clients send none. */
    idempotencyKey: z.uuid().nullish(),
    /** The buyer already has the plan and confirmed that they want another one (D54). */
    buyAnother: z.boolean().nullish(),
  })
  .check(usAddressRules);
export type CardPurchaseInput = z.infer<typeof cardPurchaseInput>;

/** The payment provider for the browser to load. */
export const paymentSetup = z.object({
  provider: z.enum(['stripe', 'sandbox']),
  publishableKey: z.string(),
});

/** What the last page shows of a paid purchase. */
export const cardCompletion = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  holder: z.string(),
  planName: z.string(),
  expiresAt: z.date(),
  isCardMailed: z.boolean(),
  /** Adds a guest's membership to an account; null if it is in one. */
  claimUrl: z.string().nullable(),
});
export type CardCompletion = z.infer<typeof cardCompletion>;

/** A failed purchase, reopened from the link in its email. */
export const reopenedPurchase = z.object({ cart: cardCart, quote });
