import type { z } from 'zod';
import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Payer } from '../../memberships/company/company.schema.ts';
import type { Fulfillment, PurchaseKind, PurchaseOf, PurchaseSummary, StartedSubscription } from './kind.ts';
import type { Purchase } from './purchase.schema.ts';

type Fulfill<Cart, Settled> = (
  deps: Deps,
  trx: Trx,
  purchase: PurchaseOf<Cart>,
  settlement: Settled,
) => Promise<Fulfillment>;

type KindDefinition<Cart> = {
  cart: z.ZodType<Cart>;
  refundEffect?: string;
  findConflict(trx: Trx, purchase: PurchaseOf<Cart>, now: Date): Promise<string | null>;
  end(deps: Deps, trx: Trx, purchase: PurchaseOf<Cart>, at: Date | null): Promise<void>;
  notifyHolders?: PurchaseKind<Deps>['notifyHolders'];
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
export function defineKind<Cart>(definition: KindDefinition<Cart>): PurchaseKind<Deps> {
  const parseCart = (purchase: Purchase): PurchaseOf<Cart> => ({
    ...purchase,
    cart: definition.cart.parse(purchase.cart),
  });
  return {
    billing: definition.billing,
    refundEffect: definition.refundEffect,
    findConflict: (trx, purchase, now) => definition.findConflict(trx, parseCart(purchase), now),
    fulfill: (deps, trx, purchase, { now, subscription }) => {
      if (definition.billing === 'once') return definition.fulfill(deps, trx, parseCart(purchase), { now });
      if (!subscription) throw new Error(`Purchase ${purchase.id} was settled without its subscription`);
      return definition.fulfill(deps, trx, parseCart(purchase), { now, subscription });
    },
    end: (deps, trx, purchase, at) => definition.end(deps, trx, parseCart(purchase), at),
    notifyHolders: definition.notifyHolders,
    summarize: (purchase) => definition.summarize(parseCart(purchase)),
    findPayer: async (trx, purchase) => (await definition.findPayer?.(trx, purchase)) ?? null,
    completionUrl: (deps, purchase) => definition.completionUrl(deps, parseCart(purchase)),
  };
}

/** The conflict of a purchase whose buyer has deleted the account. */
export const ACCOUNT_DELETED = 'Your account was deleted.';

/**
 * The `end` of kinds that need no cleanup, because what was bought ends with its subscription, or because the
 * buyer keeps it after a refund.
 */
export async function endNothing(): Promise<void> {}
