import { accountProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import { claimable, claimResult, claimTokenInput } from '../memberships/claim.schema.ts';
import { getClaimable } from '../memberships/claim.service.ts';
import { claim } from './claim.service.ts';

export const claimsRouter = router({
  /** Returns the membership of a claim link, and whether the caller can still claim it. */
  find: publicProcedure
    .meta({ limit: 'claim' })
    .input(claimTokenInput)
    .output(claimable)
    .query(({ ctx, input }) => getClaimable(ctx.deps, ctx.account?.id ?? null, input.token)),
  claim: accountProcedure
    .meta({ limit: 'claim' })
    .input(claimTokenInput)
    .output(claimResult)
    .mutation(({ ctx, input }) => claim(ctx.deps, ctx.account, input.token)),
});
