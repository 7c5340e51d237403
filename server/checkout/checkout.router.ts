import { z } from 'zod';
import { quote } from '../catalog/quote.schema.ts';
import { publicProcedure, router } from '../trpc.ts';
import { guestKeyInput, guestMembership } from './guest-membership.schema.ts';
import { cancelGuestMembership, getGuestMembership } from './guest-membership.service.ts';
import {
  cardCart,
  cardPurchaseInput,
  cardQuoteInput,
  paymentSetup,
  reopenedPurchase,
} from './kinds/card/card-purchase.schema.ts';
import { buyCard, quoteCard } from './kinds/card/card-purchase.service.ts';
import { confirmPurchase } from './purchase/answer-purchase.service.ts';
import { purchaseResult } from './purchase/purchase.schema.ts';
import { reopenPurchase } from './purchase/reopen-purchase.service.ts';

/** What the sandbox's browser object identifies itself with; no secret. */
const SANDBOX_KEY = 'pk_test_sandbox';

export const checkoutRouter = router({
  /** What a card costs now and later, in cents. */
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(cardQuoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteCard(ctx.deps.db, input, ctx.deps.now())),
  /** How the browser reaches the card network. */
  paymentSetup: publicProcedure.output(paymentSetup).query(({ ctx }) => {
    const { stripe } = ctx.deps.config;
    return stripe
      ? { provider: 'stripe' as const, publishableKey: stripe.publishableKey }
      : { provider: 'sandbox' as const, publishableKey: SANDBOX_KEY };
  }),
  /** Buys a card: guests and accounts alike (SPEC section 6). */
  buyCard: publicProcedure
    .meta({ limit: 'purchase' })
    .input(cardPurchaseInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyCard(ctx, input)),
  /** After the bank's further check in the browser. */
  confirmCard: publicProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ purchaseId: z.uuid() }))
    .output(purchaseResult)
    .mutation(({ ctx, input }) => confirmPurchase(ctx, input.purchaseId)),
  /** The membership behind the link in a guest's receipt. */
  guestMembership: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestKeyInput)
    .output(guestMembership)
    .query(({ ctx, input }) => getGuestMembership(ctx.deps, input.key)),
  /** Ends it with its period; answers true. */
  cancelGuestMembership: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestKeyInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await cancelGuestMembership(ctx.deps, input.key);
      return true as const;
    }),
  /** The purchase that a mail's link opens again. */
  reopen: publicProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ token: z.string().max(2_000) }))
    .output(reopenedPurchase)
    .query(({ ctx, input }) => reopenPurchase(ctx.deps, input.token, { kind: 'card', cart: cardCart })),
});
