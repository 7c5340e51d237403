import { accountProcedure, publicProcedure, router } from '../../../../platform/trpc.ts';
import { shownQuote, toShownQuote } from '../../../catalog/quote.schema.ts';
import { purchaseResult, reopenInput } from '../../purchase/purchase.schema.ts';
import { reopenPurchase } from '../../purchase/reopen-purchase.service.ts';
import {
  businessPlanCart,
  businessPlanInput,
  businessPlanQuoteInput,
  reopenedBusinessPlan,
} from './business-plan.schema.ts';
import { purchaseBusinessPlan, quoteBusinessPlan } from './business-plan-purchase.service.ts';

export const businessPlanPurchaseRouter = router({
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(businessPlanQuoteInput)
    .output(shownQuote)
    .query(async ({ ctx, input }) => toShownQuote(await quoteBusinessPlan(ctx.deps, input), ctx.deps.now())),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  purchase: accountProcedure
    .meta({ limit: 'purchase' })
    .input(businessPlanInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => purchaseBusinessPlan(ctx, input)),
  /** Reopens a failed purchase from a link that was emailed to the buyer. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(reopenInput)
    .output(reopenedBusinessPlan)
    .query(({ ctx, input }) =>
      reopenPurchase(ctx.deps, input.token, {
        kind: 'business-plan',
        cart: businessPlanCart,
        accountId: ctx.account.id,
      }),
    ),
});
