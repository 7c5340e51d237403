import { publicProcedure, router } from '../trpc.ts';
import { verification, verificationInput } from './verification.schema.ts';
import { findVerification } from './verification.service.ts';

export const verificationRouter = router({
  /** Anybody with the number asks whether the card is good; null where there is no such card. */
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(verificationInput)
    .output(verification.nullable())
    .query(({ ctx, input }) => findVerification(ctx.deps, input, ctx.account?.id ?? null)),
});
