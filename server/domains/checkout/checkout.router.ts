import { z } from 'zod';
import { errorSentence } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { accountProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import { shownQuote, toShownQuote } from '../catalog/quote.schema.ts';
import {
  guestCancelInput,
  guestKeyInput,
  guestLinkInput,
  guestMembership,
} from './guest-membership.schema.ts';
import {
  cancelGuestMembership,
  getGuestMembership,
  resumeGuestMembership,
  sendGuestLink,
} from './guest-membership.service.ts';
import { getCardCompletion } from './kinds/card/card-completion.service.ts';
import {
  cardCart,
  cardCompletion,
  cardPurchaseInput,
  cardQuoteInput,
  paymentSetup,
  reopenedPurchase,
} from './kinds/card/card-purchase.schema.ts';
import { buyCard, quoteCard } from './kinds/card/card-purchase.service.ts';
import { heldMembership, heldMembershipInput } from './kinds/card/held-membership.schema.ts';
import { describeHeld } from './kinds/card/held-membership.service.ts';
import { confirmPurchase } from './purchase/complete-purchase.service.ts';
import { purchaseResult, reopenInput } from './purchase/purchase.schema.ts';
import { reopenPurchase } from './purchase/reopen-purchase.service.ts';
import { rememberedContact } from './remembered-contact.schema.ts';
import { getRememberedContact } from './remembered-contact.service.ts';

/** The sandbox accepts any publishable test key. */
const SANDBOX_KEY = 'pk_test_sandbox';

export const checkoutRouter = router({
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(cardQuoteInput)
    .output(shownQuote)
    .query(async ({ ctx, input }) =>
      toShownQuote(await quoteCard(ctx.deps.db, input, ctx.deps.now()), ctx.deps.now()),
    ),
  /** What the caller, a guest too, already has when choosing a plan. Null if nothing. */
  heldMembership: publicProcedure
    .input(heldMembershipInput)
    .output(heldMembership.nullable())
    .query(({ ctx, input }) => describeHeld(ctx, input.plan)),
  paymentSetup: publicProcedure.output(paymentSetup).query(({ ctx }) => {
    // Set the guest's cookie before the purchase. Its response, which would also set it, may get lost.
    if (!ctx.account && ctx.entryPoint === 'web') ctx.guestKey(newId());
    const { stripe } = ctx.deps.config;
    return stripe
      ? { provider: 'stripe' as const, publishableKey: stripe.publishableKey }
      : { provider: 'sandbox' as const, publishableKey: SANDBOX_KEY };
  }),
  /** Open to guests. If the bank requires a confirmation, `confirmCard` finishes the purchase. */
  buyCard: publicProcedure
    .meta({ limit: 'purchase' })
    .input(cardPurchaseInput)
    .output(purchaseResult)
    .mutation(({ ctx, input }) => buyCard(ctx, input)),
  /** Called after the buyer has confirmed the payment with the bank. */
  confirmCard: publicProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ purchaseId: z.uuid() }))
    .output(purchaseResult)
    .mutation(({ ctx, input }) => confirmPurchase(ctx, input.purchaseId)),
  rememberedContact: accountProcedure
    .output(rememberedContact)
    .query(({ ctx }) => getRememberedContact(ctx.deps.db, ctx.account.id)),
  completion: publicProcedure
    .input(z.object({ purchaseId: z.uuid({ error: errorSentence('PURCHASE_NOT_FOUND') }) }))
    .output(cardCompletion)
    .query(({ ctx, input }) => getCardCompletion(ctx, input.purchaseId)),
  /** Finds the membership of a guest by the key in an emailed link. */
  guestMembership: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestKeyInput)
    .output(guestMembership)
    .query(({ ctx, input }) => getGuestMembership(ctx.deps, input.key)),
  /** A canceled membership works until the end of its paid period. */
  cancelGuestMembership: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestCancelInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await cancelGuestMembership(ctx.deps, input);
      return true as const;
    }),
  resumeGuestMembership: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestKeyInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await resumeGuestMembership(ctx.deps, input.key);
      return true as const;
    }),
  /** Emails the buyer a link to cancel. Returns true for any key and any purchase. */
  sendGuestLink: publicProcedure
    .meta({ limit: 'verification' })
    .input(guestLinkInput)
    .output(z.literal(true))
    .mutation(async ({ ctx, input }) => {
      await sendGuestLink(ctx.deps, input);
      return true as const;
    }),
  /** Reopens a failed purchase from a link that was emailed to the buyer. */
  reopen: publicProcedure
    .meta({ limit: 'purchase' })
    .input(reopenInput)
    .output(reopenedPurchase)
    .query(({ ctx, input }) => reopenPurchase(ctx.deps, input.token, { kind: 'card', cart: cardCart })),
});
