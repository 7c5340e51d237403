import { z } from 'zod';
import { quote } from '../../catalog/quote.schema.ts';
import {
  cardHolderInput,
  cardRequestInput,
  cardView,
} from '../../memberships/physical-card/physical-card.schema.ts';
import { publicProcedure, router } from '../../trpc.ts';
import { replacementInput } from '../kinds/card-replacement/card-replacement.schema.ts';
import { buyReplacement, quoteReplacement } from '../kinds/card-replacement/card-replacement.service.ts';
import { purchaseResult } from '../purchase/purchase.schema.ts';
import { getCardRequest, requestCard } from './card-request.service.ts';

/** Printed cards, for a membership's owner by session or a guest by the key of the receipt's link (DESIGN D9). */
export const physicalCardsRouter = router({
  /** What can be ordered for a membership, and what was. */
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(cardHolderInput)
    .output(cardView)
    .query(({ ctx, input }) => getCardRequest(ctx, input)),
  /** Asks for the first card, which is free; answers true. */
  request: publicProcedure
    .meta({ limit: 'verification' })
    .input(cardRequestInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await requestCard(ctx, input);
      return true as const;
    }),
  /** What a replacement costs, in cents. */
  replacementQuote: publicProcedure.output(quote).query(({ ctx }) => quoteReplacement(ctx.deps.db)),
  /** Buys a replacement; after the bank's further check `checkout.confirmCard` tells the end. */
  buyReplacement: publicProcedure
    .meta({ limit: 'purchase' })
    .input(replacementInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyReplacement(ctx, input)),
});
