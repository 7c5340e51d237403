import { accountProcedure, router } from '../../../../platform/trpc.ts';
import { purchaseResult } from '../../purchase/purchase.schema.ts';
import { addSeatsInput, seatsQuote, seatsQuoteInput } from './company-seats.schema.ts';
import { addSeats, quoteSeats } from './company-seats.service.ts';

export const companySeatsRouter = router({
  seatsQuote: accountProcedure
    .input(seatsQuoteInput)
    .output(seatsQuote)
    .query(({ ctx, input }) => quoteSeats(ctx.deps, ctx.account.id, input)),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  addSeats: accountProcedure
    .meta({ limit: 'purchase' })
    .input(addSeatsInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => addSeats(ctx, input)),
});
