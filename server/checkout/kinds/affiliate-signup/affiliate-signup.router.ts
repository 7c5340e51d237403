import { z } from 'zod';
import { affiliateRole } from '../../../affiliates/affiliate.schema.ts';
import { quote } from '../../../catalog/quote.schema.ts';
import { accountProcedure, publicProcedure, router } from '../../../trpc.ts';
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
  /** Whether the account may sign up for a role (SPEC section 6). */
  standing: accountProcedure
    .input(z.object({ role: affiliateRole }))
    .output(signupStanding)
    .query(({ ctx, input }) => getSignupStanding(ctx.deps, ctx.account.id, input.role)),
  /** What the membership costs that is bought with a sign-up, in cents. */
  quote: publicProcedure
    .meta({ limit: 'promoCode' })
    .input(affiliateQuoteInput)
    .output(quote)
    .query(({ ctx, input }) => quoteAffiliateMembership(ctx.deps, input)),
  /** Signs up, and buys the membership where one is chosen; a bank's check is confirmed by `checkout.confirmCard`. */
  join: accountProcedure
    .meta({ limit: 'purchase' })
    .input(affiliateSignupInput)
    .output(affiliateSignupResult)
    .mutation(({ ctx, input }) => signUpAffiliate(ctx, input)),
  /** The account's own sign-up that a mail's link opens again. */
  reopen: accountProcedure
    .meta({ limit: 'purchase' })
    .input(z.object({ token: z.string().max(2_000) }))
    .output(z.object({ cart: affiliateCart, quote }))
    .query(({ ctx, input }) =>
      reopenPurchase(ctx.deps, input.token, {
        kind: 'affiliate-signup',
        cart: affiliateCart,
        accountId: ctx.account.id,
      }),
    ),
});
