import type { Trx } from '#db/client.ts';
import { paths } from '../../../../lib/pages.shared.ts';
import type { Deps } from '../../../../platform/deps.ts';
import {
  endBusinessPlan,
  lockRunningPurchaseIds,
  startBusinessPlan,
} from '../../../business-plans/business-plan.service.ts';
import { saveOwnedBusiness } from '../../../stores/owner/owned-business.service.ts';
import { ACCOUNT_DELETED, defineKind } from '../../purchase/define-kind.ts';
import type { PurchaseOf, StartedSubscription } from '../../purchase/kind.ts';
import { createCompletionLink, findPlanSlug } from '../completion-link.service.ts';
import { type BusinessPlanCart, businessPlanCart } from './business-plan.schema.ts';
import { requestPrograms } from './program-request.service.ts';

export const businessPlanKind = defineKind({
  cart: businessPlanCart,
  billing: 'subscription',
  findConflict: async (trx, { id, accountId }, now) => {
    if (!accountId) return ACCOUNT_DELETED;
    const runningIds = await lockRunningPurchaseIds(trx, accountId, now);
    return runningIds.some((runningId) => runningId !== id)
      ? 'You bought a business plan in another window.'
      : null;
  },
  fulfill: fulfillBusinessPlan,
  end: async ({ now }, trx, { id }, endedAt) => {
    if (endedAt) await endBusinessPlan(trx, { purchaseId: id, endedAt, now: now() });
  },
  summarize: ({ cart: { businessname } }) => ({
    subject: 'business plan',
    greetingName: businessname,
    buyerName: businessname,
    shipping: null,
    membershipNumber: null,
    managePath: paths.business(),
    declinedMail: 'plan-declined',
    additionsLabel: null,
  }),
  completionUrl: async (deps, { id, cart }) =>
    createCompletionLink(deps, id, paths.businessPlans(), { plan: await findPlanSlug(deps, cart.plan) }),
});

/**
 * Saves the business with its first location, lists it in the search, and starts the plan. Also emails
 * support staff the programs that the owner joins.
 */
async function fulfillBusinessPlan(
  deps: Deps,
  trx: Trx,
  { id, accountId, cart, email }: PurchaseOf<BusinessPlanCart>,
  { subscription, now }: { subscription: StartedSubscription; now: Date },
): Promise<{ membershipNumber: null }> {
  if (!accountId) throw new Error('A business plan was bought without an account');
  const { businessId } = await saveOwnedBusiness(trx, {
    accountId,
    businessname: cart.businessname,
    type: cart.type,
    url: cart.url,
    phone: cart.phone,
    address: cart,
    promotions: cart.promotions,
    now,
  });
  await startBusinessPlan(trx, {
    accountId,
    planId: cart.plan,
    purchaseId: id,
    subscriptionId: subscription.id,
    businessId,
    programs: cart.programs,
    startedAt: now,
    // A free period doesn't renew.
    endedAt: subscription.providerId ? null : subscription.periodEnd,
  });
  await requestPrograms(deps, trx, cart, email);
  return { membershipNumber: null };
}
