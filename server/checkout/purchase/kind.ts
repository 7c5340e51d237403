import type { z } from 'zod';
import type { Trx } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import type { PurchaseSubject } from '../receipt/receipt.schema.ts';
import type { Purchase } from './purchase.schema.ts';

export interface StartedSubscription {
  id: string;
  /** Null for a free period, which Stripe knows nothing about. */
  providerId: string | null;
  periodEnd: Date;
}

export interface Settlement {
  now: Date;
  /** Null for a purchase that is charged once. */
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

/** What receipts and mails say about a purchase. */
export interface PurchaseSummary {
  subject: PurchaseSubject;
  /** A person's first name or a business name, for a mail's greeting. */
  greetingName: string;
  buyerName: string;
  /** Where the physical card goes; null if none was ordered. */
  shipping: ShippingAddress | null;
  /** As stored, 12 characters; null unless the purchase is about an existing membership. */
  membershipNumber: string | null;
  /** The page where the account manages what it bought. */
  managePath: string;
  /** The mail about a refused renewal. */
  declinedMail: 'card-declined' | 'plan-declined' | 'company-declined';
  /** A renewal receipt's line for what was added since the purchase; null if nothing can be added. */
  additionsLabel: string | null;
}

/** What the engine needs to know about one kind of purchase, once the purchase's row exists. */
export interface PurchaseKind {
  billing: 'subscription' | 'once';
  /** Whether another purchase has taken this one's place, so that its charge must be refunded. */
  isSuperseded(trx: Trx, purchase: Purchase, now: Date): Promise<boolean>;
  /** Writes what was bought, in the settling transaction. The number is stored and printed on the receipt. */
  fulfill(
    deps: Deps,
    trx: Trx,
    purchase: Purchase,
    settlement: Settlement,
  ): Promise<{ membershipNumber: string | null }>;
  /** Ends what was bought: its subscription expired, or the payment was refunded or lost in a dispute. */
  end(trx: Trx, purchase: Purchase, at: Date): Promise<void>;
  summarize(purchase: Purchase): PurchaseSummary;
  /** Where the buyer confirms the payment with the bank, for clients that cannot do it in place. */
  completionUrl(deps: Deps, purchase: Purchase): Promise<string>;
}

export type PurchaseOf<Cart> = Omit<Purchase, 'cart'> & { cart: Cart };

type Fulfill<Cart, Settled> = (
  deps: Deps,
  trx: Trx,
  purchase: PurchaseOf<Cart>,
  settlement: Settled,
) => Promise<{ membershipNumber: string | null }>;

type KindDefinition<Cart> = {
  cart: z.ZodType<Cart>;
  isSuperseded(trx: Trx, purchase: PurchaseOf<Cart>, now: Date): Promise<boolean>;
  end(trx: Trx, purchase: PurchaseOf<Cart>, at: Date): Promise<void>;
  summarize(purchase: PurchaseOf<Cart>): PurchaseSummary;
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
  const parsed = (purchase: Purchase): PurchaseOf<Cart> => ({
    ...purchase,
    cart: definition.cart.parse(purchase.cart),
  });
  return {
    billing: definition.billing,
    isSuperseded: (trx, purchase, now) => definition.isSuperseded(trx, parsed(purchase), now),
    fulfill: (deps, trx, purchase, { now, subscription }) => {
      if (definition.billing === 'once') return definition.fulfill(deps, trx, parsed(purchase), { now });
      if (!subscription) throw new Error(`Purchase ${purchase.id} was settled without its subscription`);
      return definition.fulfill(deps, trx, parsed(purchase), { now, subscription });
    },
    end: (trx, purchase, at) => definition.end(trx, parsed(purchase), at),
    summarize: (purchase) => definition.summarize(parsed(purchase)),
    completionUrl: (deps, purchase) => definition.completionUrl(deps, parsed(purchase)),
  };
}

/** For kinds whose goods read their state from the subscription, or last: there is nothing to write at the end. */
export async function endNothing(): Promise<void> {}
