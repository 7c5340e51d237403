import { claimable, claimResult, claimTokenInput } from '../memberships/claim.schema.ts';
import { getClaimable } from '../memberships/claim.service.ts';
import { accountProcedure, publicProcedure, router } from '../trpc.ts';
import { claim } from './claim.service.ts';

export const claimsRouter = router({
  /** The membership behind the link of a receipt or an invitation, as it stands for whoever asks. */
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(claimTokenInput)
    .output(claimable)
    .query(({ ctx, input }) => getClaimable(ctx.deps, ctx.account?.id ?? null, input.token)),
  /** Puts it into the signed-in account, once. */
  claim: accountProcedure
    .meta({ limit: 'verification' })
    .input(claimTokenInput)
    .output(claimResult)
    .mutation(({ ctx, input }) => claim(ctx.deps, ctx.account, input.token)),
});
