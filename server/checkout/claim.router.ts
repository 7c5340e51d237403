import { claimable, claimResult, claimTokenInput } from '../memberships/claim.schema.ts';
import { getClaimable } from '../memberships/claim.service.ts';
import { accountProcedure, publicProcedure, router } from '../trpc.ts';
import { claim } from './claim.service.ts';

export const claimsRouter = router({
  /** Finds a membership by the link in a receipt or an invitation, and whether the caller can claim it. */
  find: publicProcedure
    .meta({ limit: 'claim' })
    .input(claimTokenInput)
    .output(claimable)
    .query(({ ctx, input }) => getClaimable(ctx.deps, ctx.account?.id ?? null, input.token)),
  /** Moves the membership into the signed-in account. */
  claim: accountProcedure
    .meta({ limit: 'claim' })
    .input(claimTokenInput)
    .output(claimResult)
    .mutation(({ ctx, input }) => claim(ctx.deps, ctx.account, input.token)),
});
