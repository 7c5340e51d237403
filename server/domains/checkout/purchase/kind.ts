import type { z } from 'zod';
import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Payer } from '../../memberships/company/company.service.ts';
import type { PurchaseSubject } from '../receipt/receipt.schema.ts';
import type { Purchase } from './purchase.schema.ts';

export interface StartedSubscription {
  id: string;
  /** The subscription's id at Stripe. Null for a free period. */
  providerId: string | null;
  periodEnd: Date;
}

export interface Settlement {
  now: Date;
  /** Null for a one-time purchase. */
  subscription: StartedSubscription | null;
}

interface ShippingAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** What receipts and emails show about a purchase. */
export interface PurchaseSummary {
  subject: PurchaseSubject;
  /** The name in an email's greeting: the buyer's first name or the business name. Empty if unknown. */
  greetingName: string;
  buyerName: string;
  /** The physical card's address. Null if none was ordered. */
  shipping: ShippingAddress | null;
  /** 12 characters, without hyphens. Null unless the purchase is about an existing membership. */
  membershipNumber: string | null;
  /** The page where the account manages what it bought. */
  managePath: string;
  /** The email about a renewal that isn't paid. */
  declinedMail: 'card-declined' | 'plan-declined' | 'company-declined';
  /**
   * The label of cards that were added after the purchase, on receipts of renewals. Null if the kind has
   * none.
   */
  additionsLabel: string | null;
  /** When the subscription that a one-time purchase upgrades renews next. */
  renewsOn?: Date;
}

export interface Fulfillment {
  /**
   * The number that the receipt shows: 12 characters, without hyphens. Null unless the purchase is about one
   * person's membership.
   */
  membershipNumber: string | null;
  /** Set if the purchase created a single membership. */
  membershipId?: string;
}

/** How one kind of purchase differs from the others once a purchase has been created. */
export interface PurchaseKind {
  billing: 'subscription' | 'once';
  /**
   * True if what was bought can no longer be fulfilled, for example because of another purchase. The charge
   * must then be refunded.
   */
  isSuperseded(trx: Trx, purchase: Purchase, now: Date): Promise<boolean>;
  /** Creates what was bought, in the caller's transaction. */
  fulfill(deps: Deps, trx: Trx, purchase: Purchase, settlement: Settlement): Promise<Fulfillment>;
  /**
   * Sets when what was bought ends. For a subscription, `at` is when it ends; a failed refund or a grant by
   * staff can move this into the future. For a one-time purchase, `at` is the current time if the money was
   * returned, and null if it wasn't or if that refund failed. Safe to repeat.
   */
  end(deps: Deps, trx: Trx, purchase: Purchase, at: Date | null): Promise<void>;
  summarize(purchase: Purchase): PurchaseSummary;
  /** Who the receipt of a new payment is for, if that can change after the purchase. Otherwise null. */
  findPayer(trx: Trx, purchase: Purchase): Promise<Payer | null>;
  /** The page where the buyer can confirm the payment with the bank, if their client couldn't. */
  completionUrl(deps: Deps, purchase: Purchase): Promise<string>;
}

export type PurchaseOf<Cart> = Omit<Purchase, 'cart'> & { cart: Cart };

type Fulfill<Cart, Settled> = (
  deps: Deps,
  trx: Trx,
  purchase: PurchaseOf<Cart>,
  settlement: Settled,
) => Promise<Fulfillment>;

type KindDefinition<Cart> = {
  cart: z.ZodType<Cart>;
  isSuperseded(trx: Trx, purchase: PurchaseOf<Cart>, now: Date): Promise<boolean>;
  end(deps: Deps, trx: Trx, purchase: PurchaseOf<Cart>, at: Date | null): Promise<void>;
  summarize(purchase: PurchaseOf<Cart>): PurchaseSummary;
  findPayer?(trx: Trx, purchase: Pick<Purchase, 'accountId'>): Promise<Payer | null>;
  completionUrl(deps: Deps, purchase: PurchaseOf<Cart>): Promise<string>;
} & (
  | {
      billing: 'subscription';
      fulfill: Fulfill<Cart, { now: Date; subscription: StartedSubscription }>;
    }
  | { billing: 'once'; fulfill: Fulfill<Cart, { now: Date }> }
);

/** Parses the stored cart before each call, so that a kind works with its own cart type. */
export function defineKind<Cart>(definition: KindDefinition<Cart>): PurchaseKind {
  const parseCart = (purchase: Purchase): PurchaseOf<Cart> => ({
    ...purchase,
    cart: definition.cart.parse(purchase.cart),
  });
  return {
    billing: definition.billing,
    isSuperseded: (trx, purchase, now) => definition.isSuperseded(trx, parseCart(purchase), now),
    fulfill: (deps, trx, purchase, { now, subscription }) => {
      if (definition.billing === 'once') return definition.fulfill(deps, trx, parseCart(purchase), { now });
      if (!subscription) throw new Error(`Purchase ${purchase.id} was settled without its subscription`);
      return definition.fulfill(deps, trx, parseCart(purchase), { now, subscription });
    },
    end: (deps, trx, purchase, at) => definition.end(deps, trx, parseCart(purchase), at),
    summarize: (purchase) => definition.summarize(parseCart(purchase)),
    findPayer: async (trx, purchase) => (await definition.findPayer?.(trx, purchase)) ?? null,
    completionUrl: (deps, purchase) => definition.completionUrl(deps, parseCart(purchase)),
  };
}

/**
 * The `end` of kinds that need no cleanup, because what was bought ends with its subscription, or because the
 * buyer keeps it after a refund.
 */
export async function endNothing(): Promise<void> {}
