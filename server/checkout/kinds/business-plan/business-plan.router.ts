import { z } from 'zod';
import { quote } from '../../../catalog/quote.schema.ts';
import { accountProcedure, publicProcedure, router } from '../../../trpc.ts';
import { purchaseResult } from '../../purchase/purchase.schema.ts';
import {
  businessPlanInput,
  businessPlanQuoteInput,
  ownBusinessPlan,
  reopenedBusinessPlan,
  trialInput,
} from './business-plan.schema.ts';
import { cancelBusinessPlan, getOwnBusinessPlan } from './business-plan.service.ts';
import {
  purchaseBusinessPlan,
  quoteBusinessPlan,
  reopenBusinessPlan,
} from './business-plan-purchase.service.ts';
import { startTrial } from './trial.service.ts';

export const businessPlansRouter = router({
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
  /** The free week, once per account (DESIGN D15); answers the business's id. */
  startTrial: accountProcedure
    .meta({ limit: 'purchase' })
    .input(trialInput)
    .output(z.object({ businessId: z.uuid(), endsAt: z.date(), listedUntil: z.date() }))
    .mutation(({ ctx, input }) => startTrial(ctx, input)),
  /** The account's plan, or the last one it had; null where it never had one. */
  mine: accountProcedure
    .output(ownBusinessPlan.nullable())
    .query(({ ctx }) => getOwnBusinessPlan(ctx.deps, ctx.account.id)),
  /** Lets it end with what is paid for; answers true. */
  cancel: accountProcedure.output(z.literal(true)).mutation(async ({ ctx }) => {
    await cancelBusinessPlan(ctx.deps, ctx.account);
    return true as const;
  }),
});
