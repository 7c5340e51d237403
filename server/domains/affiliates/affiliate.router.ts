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
import { deleteLink } from './links/referral-link.repository.ts';
import { linkInput, referralLinks, referralWeeks, weeksInput } from './links/referral-link.schema.ts';
import { addLink, listLinks, readWeeks } from './links/referral-link.service.ts';
import { payoutAccountInput, payoutOverview } from './payout-accounts/payout-account.schema.ts';
import { readPayoutOverview, savePayoutAccount } from './payout-accounts/payout-account.service.ts';
import { referenceQuery, referrer } from './reference.schema.ts';
import { searchReferences } from './reference.service.ts';
import { countReferralVisit, findReferralOwner, getHouseReference } from './referral.service.ts';
import { taxFormFiling } from './tax-forms/tax-form.schema.ts';
import { fileMissingTaxForm } from './tax-forms/tax-form.service.ts';

const payoutsRouter = router({
  /** Returns null if the account isn't an affiliate. */
  overview: accountProcedure
    .output(payoutOverview.nullable())
    .query(({ ctx }) => readPayoutOverview(ctx.deps, ctx.account.id)),
  saveAccount: accountProcedure
    .meta({ limit: 'payoutAccount' })
    .input(payoutAccountInput)
    .output(z.void())
    .mutation(({ ctx, input }) => savePayoutAccount(ctx, input)),
  fileTaxForm: accountProcedure
    .meta({ limit: 'payoutAccount' })
    .input(taxFormFiling)
    .output(z.void())
    .mutation(({ ctx, input }) => fileMissingTaxForm(ctx, input)),
});

const referralLinksRouter = router({
  /** Returns the newest links first. */
  list: accountProcedure.output(referralLinks).query(({ ctx }) => listLinks(ctx.deps, ctx.account.id)),
  add: accountProcedure
    .input(linkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => addLink(ctx.deps, ctx.account.id, input.name)),
  /** The link still leads to the affiliate, but it is no longer counted separately. */
  remove: accountProcedure
    .input(linkInput)
    .output(z.void())
    .mutation(({ ctx, input }) => deleteLink(ctx.deps.db, ctx.account.id, input.name)),
  /** The last 12 weeks, oldest first. */
  weeks: accountProcedure
    .input(weeksInput)
    .output(referralWeeks)
    .query(({ ctx, input }) => readWeeks(ctx.deps, ctx.account.id, input.link)),
});

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
