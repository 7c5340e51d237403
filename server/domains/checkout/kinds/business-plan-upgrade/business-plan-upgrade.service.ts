import { AppError } from '../../../../lib/errors.ts';
import { toFieldErrors } from '../../../../lib/field-errors.ts';
import type { AccountContext } from '../../../../platform/context.ts';
import { findOwnPlan, requirePlanPair } from '../../../business-plans/plan-change.service.ts';
import type { BusinessTerms } from '../../../catalog/plan.schema.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import { type AcceptedText, listAccepted } from '../../../content/content.service.ts';
import { pricePlans } from '../../plan-change/plan-change-price.service.ts';
import { submitUpgrade } from '../../plan-change/submit-upgrade.service.ts';
import { findPurchaseByKey } from '../../purchase/purchase.repository.ts';
import type { PurchaseResult } from '../../purchase/purchase.schema.ts';
import { businessAgreements } from '../business-plan/business-plan.schema.ts';
import {
  type BusinessPlanUpgradeCart,
  type BusinessPlanUpgradeInput,
  businessPlanUpgradeCart,
} from './business-plan-upgrade.schema.ts';

/** Changes the owner's plan to a larger one now, and charges the card that pays for its renewals. */
export async function buyBusinessPlanUpgrade(
  ctx: AccountContext,
  input: BusinessPlanUpgradeInput,
): Promise<PurchaseResult> {
  const { deps, account } = ctx;
  const { business: terms } = await requirePlan(deps.db, input.plan, 'business');
  const cart = await buildCart(ctx, input);
  return submitUpgrade(ctx, {
    kind: 'business-plan-upgrade',
    cart,
    payment: input,
    agreements: terms ? requireAgreements(input, terms) : [],
    requireUpgradable: async (db) => {
      const { plan, isUpgrade } = await requirePlanPair(db, account.id, input.plan, deps.now(), 'press');
      if (!isUpgrade || plan.planId !== cart.fromPlan || plan.subscriptionId !== cart.subscriptionId) {
        throw new AppError('PLAN_UNCHANGEABLE', { message: 'This plan starts with your next renewal.' });
      }
    },
    price: async (db) => pricePlans(db, cart.subscriptionId, await requirePlan(db, input.plan, 'business')),
  });
}

/**
 * Builds the cart. A repeated request reuses the cart of the first one, because the account's plan may have
 * been upgraded since.
 */
async function buildCart(
  { deps, account }: AccountContext,
  { plan, idempotencyKey }: BusinessPlanUpgradeInput,
): Promise<BusinessPlanUpgradeCart> {
  const earlierPurchase = await findPurchaseByKey(deps.db, `account:${account.id}`, idempotencyKey);
  const cart = businessPlanUpgradeCart.safeParse(earlierPurchase?.cart);
  if (cart.data?.plan === plan) return cart.data;
  const ownPlan = await findOwnPlan(deps.db, account.id);
  if (!ownPlan) throw new AppError('BUSINESS_PLAN_NOT_FOUND');
  return {
    subscriptionId: ownPlan.subscriptionId,
    periodEnd: ownPlan.paidUntil.toISOString(),
    fromPlan: ownPlan.planId,
    plan,
    businessname: ownPlan.businessName,
  };
}

/** Returns the contracts that the owner accepted. Throws INVALID_INPUT if one is missing. */
function requireAgreements(input: BusinessPlanUpgradeInput, terms: BusinessTerms): AcceptedText[] {
  const { error } = businessAgreements(terms).safeParse(input);
  if (error) {
    const fieldErrors = toFieldErrors(error);
    throw new AppError('INVALID_INPUT', { message: Object.values(fieldErrors)[0], fieldErrors });
  }
  return listAccepted(terms.agreements, input.acceptedTexts);
}
