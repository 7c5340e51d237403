import { z } from 'zod';
import { publicProcedure, router } from '../../../platform/trpc.ts';
import { quote } from '../../catalog/quote.schema.ts';
import {
  cardHolderInput,
  cardRequestInput,
  cardView,
} from '../../memberships/physical-card/physical-card.schema.ts';
import { replacementInput } from '../kinds/card-replacement/card-replacement.schema.ts';
import { buyReplacement, quoteReplacement } from '../kinds/card-replacement/card-replacement.service.ts';
import { purchaseResult } from '../purchase/purchase.schema.ts';
import { getCardRequest, requestCard } from './card-request.service.ts';

/** An account's owner is identified by the session, and a guest by the key in the receipt's link. */
export const physicalCardsRouter = router({
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(cardHolderInput)
    .output(cardView)
    .query(({ ctx, input }) => getCardRequest(ctx, input)),
  /** Orders the first card, which is free. */
  request: publicProcedure
    .meta({ limit: 'verification' })
    .input(cardRequestInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await requestCard(ctx, input);
      return true as const;
    }),
  replacementQuote: publicProcedure.output(quote).query(({ ctx }) => quoteReplacement(ctx.deps.db)),
  /** If the bank requires a confirmation, `checkout.confirmCard` finishes the purchase. */
  buyReplacement: publicProcedure
    .meta({ limit: 'purchase' })
    .input(replacementInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyReplacement(ctx, input)),
});
