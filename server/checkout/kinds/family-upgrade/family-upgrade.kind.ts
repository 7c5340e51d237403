import type { Trx } from '#db/client.ts';
import { listPlans } from '../../../catalog/plan.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { findMembershipOfSubscription } from '../../../memberships/membership.service.ts';
import { changeMembershipPlan, isPlanChangeable } from '../../../memberships/plan-change.service.ts';
import {
  findRecordedUpgrade,
  lockSubscriptionPlan,
  markUpgradeReturned,
  recordUpgrade,
  savePlan,
} from '../../../payments/subscription-plan.service.ts';
import { paths } from '../../../site/pages.shared.ts';
import { pricePlan } from '../../plan-change/plan-price.service.ts';
import { defineKind, type PurchaseOf } from '../../purchase/kind.ts';
import { findPurchase } from '../../purchase/purchase.repository.ts';
import { type UpgradeCart, upgradeCart } from './family-upgrade.schema.ts';

export const familyUpgradeKind = defineKind({
  cart: upgradeCart,
  billing: 'once',
  // Superseded if the period that was priced has ended, or if the membership is no longer an individual one
  // whose plan can be changed.
  isSuperseded: async (trx, { cart }, now) => {
    const plan = await lockSubscriptionPlan(trx, cart.subscriptionId);
    const membership = await findMembershipOfSubscription(trx, cart.subscriptionId);
    if (!membership || plan?.periodEnd.toISOString() !== cart.periodEnd) return true;
    return membership.isFamily || !isPlanChangeable(membership, now);
  },
  fulfill: async (deps, trx, purchase) => {
    const { id, cart } = purchase;
    const plan = await lockSubscriptionPlan(trx, cart.subscriptionId);
    const membership = await findMembershipOfSubscription(trx, cart.subscriptionId);
    if (!plan || !membership) throw new Error(`Purchase ${id} upgrades no membership`);
    const planQuote = await priceFamily(trx, purchase, plan.purchaseId);
    await changeMembershipPlan(trx, plan.id, getPlanId(planQuote), cart);
    await savePlan(deps, trx, plan.id, { planQuote, nextPlanQuote: null, nextPlanFrom: null });
    await recordUpgrade(trx, {
      purchaseId: id,
      subscriptionId: plan.id,
      previousPlanId: membership.planId,
      previousQuote: plan.planQuote,
    });
    return { membershipNumber: cart.number };
  },
  // A refund undoes the upgrade only in the period that it paid for. Later periods were paid for by renewals.
  end: async (deps, trx, purchase, at) => {
    const { id, cart } = purchase;
    const plan = await lockSubscriptionPlan(trx, cart.subscriptionId);
    const upgrade = await findRecordedUpgrade(trx, id);
    if (!plan || !upgrade || plan.endedAt || plan.periodEnd.toISOString() !== cart.periodEnd) return;
    if ((at === null) === (upgrade.returnedAt === null)) return;
    const planQuote = at ? upgrade.previousQuote : await priceFamily(trx, purchase, plan.purchaseId);
    const planId = at || !planQuote ? upgrade.previousPlanId : getPlanId(planQuote);
    await changeMembershipPlan(trx, plan.id, planId, at ? null : cart);
    await savePlan(deps, trx, plan.id, { ...plan, planQuote });
    await markUpgradeReturned(trx, id, at);
  },
  summarize: ({ cart: { firstname, lastname, number, periodEnd } }) => ({
    subject: 'family membership',
    greetingName: firstname,
    buyerName: `${firstname} ${lastname}`,
    shipping: null,
    membershipNumber: number,
    managePath: paths.account(),
    declinedMail: 'card-declined',
    additionsLabel: null,
    renewsOn: new Date(periodEnd),
  }),
  // Opens the upgrade dialog again, in which the buyer can complete the payment.
  completionUrl: async ({ config }, { cart: { number } }) =>
    `${config.publicUrl}${paths.account()}?${new URLSearchParams({ plan: number })}`,
});

/**
 * Prices the renewals of the family plan: the price that the buyer saw, with the promo code of the first
 * purchase.
 */
async function priceFamily(
  trx: Trx,
  { id, quote }: PurchaseOf<UpgradeCart>,
  firstPurchaseId: string,
): Promise<Quote> {
  const family = (await listPlans(trx)).find((plan) => plan.id === quote.lines[0]?.planId);
  const firstPurchase = await findPurchase(trx, firstPurchaseId);
  if (!family || !firstPurchase) throw new Error(`Purchase ${id} upgrades to no plan`);
  return pricePlan(trx, { ...family, priceCents: quote.recurringCents }, firstPurchase.quote);
}

function getPlanId({ lines }: Quote): number {
  const [line] = lines;
  if (!line) throw new Error('A quote has no plan');
  return line.planId;
}
