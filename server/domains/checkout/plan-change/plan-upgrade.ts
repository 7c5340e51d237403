import type { z } from 'zod';
import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listPlans } from '../../catalog/plan.service.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import {
  findRecordedUpgrade,
  lockSubscriptionPlan,
  markUpgradeReturned,
  recordUpgrade,
  savePlan,
} from '../../payments/subscriptions/subscription-plan.service.ts';
import { defineKind } from '../purchase/define-kind.ts';
import type { PurchaseKind, PurchaseOf, PurchaseSummary } from '../purchase/kind.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { upgradePeriod } from './plan-change.schema.ts';
import { pricePlan } from './plan-change-price.service.ts';

type UpgradePeriod = z.infer<typeof upgradePeriod>;

/** What an upgrade changes: a membership or a business plan. */
interface UpgradedGoods<Cart> {
  cart: z.ZodType<Cart>;
  refundEffect: string;
  /** Returns the current plan's id, or undefined if the subscription pays for something else. */
  findPlanId(trx: Trx, cart: Cart): Promise<number | undefined>;
  /** Explains why the current plan can't be changed to the plan in the quote anymore. Null if it can. */
  findConflict(trx: Trx, purchase: PurchaseOf<Cart>, now: Date): Promise<string | null>;
  /** `cart` is null when an upgrade is undone. */
  changePlan(trx: Trx, subscriptionId: string, planId: number, cart: Cart | null): Promise<void>;
  /** Runs after the change, in the same transaction. */
  onUpgrade?(deps: Deps, trx: Trx, purchase: PurchaseOf<Cart>, previousPlanId: number): Promise<void>;
  summarize(
    purchase: PurchaseOf<Cart>,
  ): Omit<PurchaseSummary, 'shipping' | 'additionsLabel' | 'renewsOn' | 'upgradedSubscriptionId'>;
  /** The dialog in which the buyer can complete the payment. */
  dialogPath(cart: Cart): string;
}

/**
 * Defines a kind of purchase that changes a subscription to a larger plan for the rest of its paid period.
 * Renewals then charge for the larger plan.
 */
export function definePlanUpgrade<Cart extends UpgradePeriod>(
  goods: UpgradedGoods<Cart>,
): PurchaseKind<Deps> {
  return defineKind<Cart>({
    cart: goods.cart,
    billing: 'once',
    refundEffect: goods.refundEffect,
    findConflict: async (trx, purchase, now) => {
      const { subscriptionId, periodEnd } = purchase.cart;
      const plan = await lockSubscriptionPlan(trx, subscriptionId);
      if (plan?.periodEnd.toISOString() !== periodEnd) return 'Your plan has renewed.';
      return goods.findConflict(trx, purchase, now);
    },
    fulfill: async (deps, trx, purchase) => {
      const { id, cart } = purchase;
      const plan = await lockSubscriptionPlan(trx, cart.subscriptionId);
      const previousPlanId = await goods.findPlanId(trx, cart);
      if (!plan || previousPlanId === undefined) throw new Error(`Purchase ${id} upgrades nothing`);
      const planQuote = await priceLargerPlan(trx, purchase, plan.purchaseId);
      await goods.changePlan(trx, plan.id, getPlanId(planQuote), cart);
      await savePlan(deps, trx, plan.id, { planQuote, nextPlanQuote: null, nextPlanFrom: null });
      await recordUpgrade(trx, {
        purchaseId: id,
        subscriptionId: plan.id,
        previousPlanId,
        previousQuote: plan.planQuote,
      });
      await goods.onUpgrade?.(deps, trx, purchase, previousPlanId);
      return { membershipNumber: goods.summarize(purchase).membershipNumber };
    },
    // A refund undoes the upgrade only during the period that it paid for. Later periods were paid for by
    // renewals.
    end: async (deps, trx, purchase, at) => {
      const { id, cart } = purchase;
      const plan = await lockSubscriptionPlan(trx, cart.subscriptionId);
      const upgrade = await findRecordedUpgrade(trx, id);
      if (!plan || !upgrade || plan.endedAt || plan.periodEnd.toISOString() !== cart.periodEnd) return;
      if ((at === null) === (upgrade.returnedAt === null)) return;
      const planQuote = at ? upgrade.previousQuote : await priceLargerPlan(trx, purchase, plan.purchaseId);
      const planId = at || !planQuote ? upgrade.previousPlanId : getPlanId(planQuote);
      await goods.changePlan(trx, plan.id, planId, at ? null : cart);
      await savePlan(deps, trx, plan.id, { ...plan, planQuote });
      await markUpgradeReturned(trx, id, at);
    },
    summarize: (purchase) => ({
      ...goods.summarize(purchase),
      shipping: null,
      additionsLabel: null,
      renewsOn: new Date(purchase.cart.periodEnd),
      upgradedSubscriptionId: purchase.cart.subscriptionId,
    }),
    completionUrl: async ({ config }, { cart }) => `${config.publicUrl}${goods.dialogPath(cart)}`,
  });
}

/**
 * Prices the renewals of the larger plan. Uses the price that the buyer saw, and the promo code of the first
 * purchase.
 */
async function priceLargerPlan<Cart>(
  trx: Trx,
  { id, quote }: PurchaseOf<Cart>,
  firstPurchaseId: string,
): Promise<Quote> {
  const planId = getPlanId(quote);
  const plan = (await listPlans(trx)).find((candidate) => candidate.id === planId);
  const firstPurchase = await findPurchase(trx, firstPurchaseId);
  if (!plan || !firstPurchase) throw new Error(`Purchase ${id} upgrades to no plan`);
  return pricePlan(trx, { ...plan, priceCents: quote.recurringCents }, firstPurchase.quote);
}

/** Returns the id of the plan that a quote charges for. */
export function getPlanId({ lines }: Quote): number {
  const [line] = lines;
  if (!line) throw new Error('A quote has no plan');
  return line.planId;
}
