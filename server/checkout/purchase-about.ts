import { affiliateCart } from './affiliate-signup.schema.ts';
import { businessPlanCart } from './business-plan.schema.ts';
import { cardCart } from './card-purchase.schema.ts';
import type { Purchase } from './purchase.schema.ts';
import type { PurchaseSubject } from './receipt.schema.ts';

/** What receipts and mails say of a purchase, whatever was bought. */
export interface PurchaseAbout {
  subject: PurchaseSubject;
  /** How a mail greets: a person, or a business. */
  greeted: string;
  /** Whom the receipt is made out to. */
  buyerName: string;
  /** Where a physical card goes; null where none was ordered. */
  shipping: {
    street1: string;
    street2: string | null;
    city: string;
    state: string;
    zip: string;
    country: string;
  } | null;
  /** The account's own page of what it bought. */
  managePath: string;
}

export function aboutPurchase(purchase: Pick<Purchase, 'kind' | 'cart'>): PurchaseAbout {
  if (purchase.kind === 'business-plan') {
    const { businessname } = businessPlanCart.parse(purchase.cart);
    return {
      subject: 'business plan',
      greeted: businessname,
      buyerName: businessname,
      shipping: null,
      managePath: '/user/business',
    };
  }
  const cart = (purchase.kind === 'affiliate-signup' ? affiliateCart : cardCart).parse(purchase.cart);
  return {
    subject: 'membership',
    greeted: cart.firstname,
    buyerName: `${cart.firstname} ${cart.lastname}`,
    shipping: cart.requestedPhysicalCard ? cart : null,
    managePath: '/user',
  };
}
