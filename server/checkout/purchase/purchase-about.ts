import { affiliateCart } from '../kinds/affiliate-signup/affiliate-signup.schema.ts';
import { businessPlanCart } from '../kinds/business-plan/business-plan.schema.ts';
import { type CardCart, cardCart } from '../kinds/card/card-purchase.schema.ts';
import { replacementCart } from '../kinds/card-replacement/card-replacement.schema.ts';
import { storedCorporateCart, storedSeatsCart } from '../kinds/corporate/corporate.schema.ts';
import type { PurchaseSubject } from '../receipt/receipt.schema.ts';
import type { Purchase, PurchaseKind } from './purchase.schema.ts';

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
  /** As stored, where it is about a membership that was bought before. */
  membershipNumber?: string;
  /** The account's own page of what it bought. */
  managePath: string;
}

const ABOUT: Record<PurchaseKind, (cart: unknown) => PurchaseAbout> = {
  card: (cart) => aboutCard(cardCart.parse(cart)),
  'affiliate-signup': (cart) => aboutCard(affiliateCart.parse(cart)),
  'business-plan': (cart) => {
    const { businessname } = businessPlanCart.parse(cart);
    return {
      subject: 'business plan',
      greeted: businessname,
      buyerName: businessname,
      shipping: null,
      managePath: '/user/business',
    };
  },
  corporate: (cart) => aboutCompany(storedCorporateCart.parse(cart)),
  'company-seats': (cart) => aboutCompany(storedSeatsCart.parse(cart)),
  'card-replacement': (cart) => {
    const { firstname, lastname, number, ...shipping } = replacementCart.parse(cart);
    return {
      subject: 'physical card',
      greeted: firstname,
      buyerName: `${firstname} ${lastname}`,
      shipping,
      membershipNumber: number,
      managePath: '/user',
    };
  },
};

function aboutCompany({ companyName }: { companyName: string }): PurchaseAbout {
  return {
    subject: 'corporate plan',
    greeted: companyName,
    buyerName: companyName,
    shipping: null,
    managePath: '/user/company',
  };
}

function aboutCard(
  cart: Pick<CardCart, 'firstname' | 'lastname' | 'requestedPhysicalCard'> &
    NonNullable<PurchaseAbout['shipping']>,
): PurchaseAbout {
  return {
    subject: 'membership',
    greeted: cart.firstname,
    buyerName: `${cart.firstname} ${cart.lastname}`,
    shipping: cart.requestedPhysicalCard ? cart : null,
    managePath: '/user',
  };
}

export function aboutPurchase(purchase: Pick<Purchase, 'kind' | 'cart'>): PurchaseAbout {
  return ABOUT[purchase.kind](purchase.cart);
}
