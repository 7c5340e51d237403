import { z } from 'zod';
import { accountProcedure, router } from '../../../platform/trpc.ts';
import { numberInput } from '../../memberships/membership.schema.ts';
import {
  businessPlanChoice,
  businessPlanUpgradeInput,
} from '../kinds/business-plan-upgrade/business-plan-upgrade.schema.ts';
import { buyBusinessPlanUpgrade } from '../kinds/business-plan-upgrade/business-plan-upgrade.service.ts';
import { upgradeInput } from '../kinds/family-upgrade/family-upgrade.schema.ts';
import { buyUpgrade } from '../kinds/family-upgrade/family-upgrade.service.ts';
import { purchaseResult } from '../purchase/purchase.schema.ts';
import { keepBusinessPlan, offerBusinessPlan, scheduleSmallerPlan } from './business-plan-change.service.ts';
import { planOffer } from './plan-change.schema.ts';
import { offerPlanChange, scheduleDowngrade, withdrawDowngrade } from './plan-change.service.ts';

export const planChangesRouter = router({
  offer: accountProcedure
    .input(numberInput)
    .output(planOffer)
    .query(({ ctx, input }) => offerPlanChange(ctx.deps, ctx.account.id, input.number)),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  upgrade: accountProcedure
    .meta({ limit: 'purchase' })
    .input(upgradeInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyUpgrade(ctx, input)),
  /** The membership becomes an individual one with its next renewal. */
  downgrade: accountProcedure
    .input(numberInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await scheduleDowngrade(ctx.deps, ctx.account, input.number);
      return true as const;
    }),
  /** Undoes `downgrade` before the renewal. */
  keepFamily: accountProcedure
    .input(numberInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await withdrawDowngrade(ctx.deps, ctx.account, input.number);
      return true as const;
    }),
});

/** How the owner of a business changes its plan. */
export const businessPlanChangesRouter = router({
  offer: accountProcedure
    .input(businessPlanChoice)
    .output(planOffer)
    .query(({ ctx, input }) => offerBusinessPlan(ctx.deps, ctx.account.id, input.plan)),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  upgrade: accountProcedure
    .meta({ limit: 'purchase' })
    .input(businessPlanUpgradeInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyBusinessPlanUpgrade(ctx, input)),
  /** The smaller plan starts with the next renewal. */
  downgrade: accountProcedure
    .meta({ limit: 'purchase' })
    .input(businessPlanChoice)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await scheduleSmallerPlan(ctx.deps, ctx.account, input.plan);
      return true as const;
    }),
  /** Undoes `downgrade` before the renewal. */
  keep: accountProcedure
    .meta({ limit: 'purchase' })
    .output(z.literal(true))
    .mutation(async ({ ctx }) => {
      await keepBusinessPlan(ctx.deps, ctx.account);
      return true as const;
    }),
});
