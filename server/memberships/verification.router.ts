import { publicProcedure, router } from '../trpc.ts';
import { numberInput } from './membership.schema.ts';
import { verification } from './verification.schema.ts';
import { findVerification } from './verification.service.ts';

export const verificationRouter = router({
  /** Anybody with the number asks whether the card is good; null where there is no such card. */
  find: publicProcedure
    .meta({ limit: 'verification' })
    .input(numberInput)
    .output(verification.nullable())
    .query(({ ctx, input }) =>
      findVerification(ctx.deps.db, input.number, ctx.account?.id ?? null, ctx.deps.now()),
    ),
});
