import { z } from 'zod';
import { quote } from '../../../catalog/quote.schema.ts';
import { accountProcedure, publicProcedure, router } from '../../../trpc.ts';
import { purchaseResult } from '../../purchase/purchase.schema.ts';
import { businessPlanInput, businessPlanQuoteInput, reopenedBusinessPlan } from './business-plan.schema.ts';
import {
  purchaseBusinessPlan,
  quoteBusinessPlan,
  reopenBusinessPlan,
} from './business-plan-purchase.service.ts';

export const businessPlanPurchaseRouter = router({
  /** What a plan costs now and later, in cents. */
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(businessPlanQuoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteBusinessPlan(ctx.deps, input)),
  /** Buys a plan for the signed-in account; a bank's further check is confirmed by `checkout.confirmCard`. */
  purchase: accountProcedure
    .meta({ limit: 'purchase' })
    .input(businessPlanInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => purchaseBusinessPlan(ctx, input)),
  /** The account's own purchase that a mail's link opens again. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ token: z.string().max(2_000) }))
    .output(reopenedBusinessPlan)
    .query(({ ctx, input }) => reopenBusinessPlan(ctx, input.token)),
});
