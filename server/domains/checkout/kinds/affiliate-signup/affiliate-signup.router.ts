import { z } from 'zod';
import { accountProcedure, publicProcedure, router } from '../../../../platform/trpc.ts';
import { affiliateRole, referralOwner } from '../../../affiliates/affiliate.schema.ts';
import { quote, shownQuote, toShownQuote } from '../../../catalog/quote.schema.ts';
import { reopenInput } from '../../purchase/purchase.schema.ts';
import { reopenPurchase } from '../../purchase/reopen-purchase.service.ts';
import {
  affiliateCart,
  affiliateQuoteInput,
  affiliateSignupInput,
  affiliateSignupResult,
  signupStanding,
} from './affiliate-signup.schema.ts';
import { getSignupStanding, quoteAffiliateMembership, signUpAffiliate } from './affiliate-signup.service.ts';

export const affiliateSignupRouter = router({
  /** Returns whether the account may sign up for a role. */
  standing: accountProcedure
    .input(z.object({ role: affiliateRole }))
    .output(signupStanding)
    .query(({ ctx, input }) => getSignupStanding(ctx.deps, ctx.account.id, input.role)),
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(affiliateQuoteInput)
    .output(shownQuote)
    .query(async ({ ctx, input }) =>
      toShownQuote(await quoteAffiliateMembership(ctx.deps, input), ctx.deps.now()),
    ),
  /**
   * If the bank requires a confirmation of the membership's payment, `checkout.confirmCard` finishes the
   * signup.
   */
  join: accountProcedure
    .meta({ limit: 'purchase' })
    .input(affiliateSignupInput)
    .output(affiliateSignupResult)
    .mutation(({ ctx, input }) => signUpAffiliate(ctx, input)),
  /** Reopens a failed signup from a link that was emailed to the buyer. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(reopenInput)
    .output(z.object({ cart: affiliateCart, quote, referrer: referralOwner.nullable() }))
    .query(({ ctx, input }) =>
      reopenPurchase(ctx.deps, input.token, {
        kind: 'affiliate-signup',
        cart: affiliateCart,
        accountId: ctx.account.id,
      }),
    ),
});
