import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../../lib/address.schema.ts';
import { latinName, latinNameRule } from '../../../../lib/latin-name.schema.ts';
import { emailLine, nameLine, optionalReference, phoneLine } from '../../../../lib/text.ts';
import { ownAccountId } from '../../../accounts/account.schema.ts';
import { referralOwner } from '../../../affiliates/affiliate.schema.ts';
import { promoCodeInput } from '../../../catalog/promo-code.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { acceptedTexts } from '../../../content/content.schema.ts';
import { familyNames } from '../../../memberships/family.schema.ts';
import { paymentToken } from '../../purchase/purchase.schema.ts';

/** The cardholder and the shipping address. */
const shippingFields = z.object({
  firstname: nameLine('Required'),
  lastname: nameLine('Required'),
  latinName: latinName(),
  phone: phoneLine('Required'),
  email: emailLine('Required'),
  ...addressFields('Required'),
});
export const cardShipping = shippingFields.check(usAddressRules).check(latinNameRule);

export const cardDetails = z.object({
  reference: optionalReference(),
  boughtBefore: z.boolean().default(false),
  requestedPhysicalCard: z.boolean().default(false),
  contractAgree: z.literal(true, { error: 'Terms must be accepted' }),
});

/** 0 is individual, 1 is family. */
export const cardPlan = z.union([z.literal(0), z.literal(1)], { error: 'Please choose a plan' });

/** The stored cart. It never contains card data. */
export const cardCart = z
  .object({
    plan: cardPlan,
    ...cardShipping.shape,
    ...familyNames.shape,
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
    /**
     * The total that the buyer saw. If it differs from ours, the purchase is refused (D2). Older clients omit
     * it.
     */
    shownTotalCents: z.int().nullish(),
    acceptedTexts,
    /** Generated once per wizard. The same key never charges twice (D41). Older clients omit it. */
    idempotencyKey: z.uuid().nullish(),
    /** True if the buyer already has a membership and chose to buy a separate one (D71). */
    buyAnother: z.boolean().nullish(),
  })
  .check(usAddressRules);
export type CardPurchaseInput = z.infer<typeof cardPurchaseInput>;

/** Which payment provider the browser must load. */
export const paymentSetup = z.object({
  provider: z.enum(['stripe', 'sandbox']),
  publishableKey: z.string(),
});

/** What the last page shows after a card was paid for. */
export const cardCompletion = z.object({
  /** 12 characters, without hyphens. */
  number: z.string(),
  holder: z.string(),
  planName: z.string(),
  expiresAt: z.date(),
  isCardMailed: z.boolean(),
  /** The buyer's ZIP code. Null outside the US. */
  zip: z.string().nullable(),
  /** A link that adds a guest's membership to an account. Null if it already belongs to one. */
  claimUrl: z.string().nullable(),
});
export type CardCompletion = z.infer<typeof cardCompletion>;

export const reopenedPurchase = z.object({ cart: cardCart, quote, referrer: referralOwner.nullable() });
