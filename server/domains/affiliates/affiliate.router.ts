import { z } from 'zod';
import { accountProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import {
  affiliateOverview,
  commissionPage,
  commissionPageInput,
  referralCodeInput,
  referralOwner,
  referralVisitInput,
} from './affiliate.schema.ts';
import { getAffiliateOverview } from './affiliate-overview.service.ts';
import { listCommissions } from './commissions/commission.service.ts';
import { referralLinksRouter } from './links/referral-link.router.ts';
import { payoutsRouter } from './payout-accounts/payout-account.router.ts';
import { referenceQuery, referrer } from './reference.schema.ts';
import { searchReferences } from './reference.service.ts';
import { countReferralVisit, findReferralOwner, getHouseReference } from './referral.service.ts';

export const affiliatesRouter = router({
  links: referralLinksRouter,
  payouts: payoutsRouter,
  searchReferences: publicProcedure
    .meta({ limit: 'reference' })
    .input(referenceQuery)
    .output(z.array(referrer))
    .query(({ ctx, input }) => searchReferences(ctx.deps.db, input.value, ctx.account)),
  /** Returns the house account, which people name if they have no referrer. */
  houseReference: publicProcedure.output(referralOwner).query(({ ctx }) => getHouseReference(ctx.deps.db)),
  referral: publicProcedure
    .meta({ limit: 'reference' })
    .input(referralCodeInput)
    .output(referralOwner.nullable())
    .query(({ ctx, input }) => findReferralOwner(ctx.deps.db, input.code)),
  visit: publicProcedure
    .meta({ limit: 'reference' })
    .input(referralVisitInput)
    .output(referralOwner.nullable())
    .mutation(({ ctx, input }) => countReferralVisit(ctx.deps, input)),
  /** Returns null if the account isn't an affiliate. */
  overview: accountProcedure
    .output(affiliateOverview.nullable())
    .query(({ ctx }) => getAffiliateOverview(ctx.deps, ctx.account.id)),
  /** Returns the newest commissions first. */
  commissions: accountProcedure
    .input(commissionPageInput)
    .output(commissionPage)
    .query(({ ctx, input }) => listCommissions(ctx.deps, ctx.account.id, input.page)),
});
