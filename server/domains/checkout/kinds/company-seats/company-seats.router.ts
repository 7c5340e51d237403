import { accountProcedure, router } from '../../../../platform/trpc.ts';
import { purchaseResult } from '../../purchase/purchase.schema.ts';
import { addSeatsInput, cardPeople, seatsQuote, seatsQuoteInput } from './company-seats.schema.ts';
import { addSeats, listPlanPeople, quoteSeats } from './company-seats.service.ts';

export const companySeatsRouter = router({
  seatsQuote: accountProcedure
    .input(seatsQuoteInput)
    .output(seatsQuote)
    .query(({ ctx, input }) => quoteSeats(ctx.deps, ctx.account.id, input)),
  cardPeople: accountProcedure
    .output(cardPeople)
    .query(({ ctx }) => listPlanPeople(ctx.deps, ctx.account.id)),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  addSeats: accountProcedure
    .meta({ limit: 'purchase' })
    .input(addSeatsInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => addSeats(ctx, input)),
});
