import { publicProcedure, router } from '../../platform/trpc.ts';
import { verification, verificationInput } from './verification.schema.ts';
import { findVerification } from './verification.service.ts';

export const verificationRouter = router({
  /** Returns null if there is no such card. */
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(verificationInput)
    .output(verification.nullable())
    .query(({ ctx, input }) => findVerification(ctx.deps, input, ctx.account?.id ?? null)),
});
