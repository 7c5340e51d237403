import { z } from 'zod';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { passwordResetCompletion, passwordResetRequest } from './password-reset.schema.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.service.ts';

export const passwordResetRouter = router({
  /** The response doesn't reveal whether the account exists. */
  request: publicProcedure
    .meta({ limit: 'passwordReset' })
    .input(passwordResetRequest)
    .output(z.void())
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, input)),

  complete: publicProcedure
    .meta({ limit: 'passwordReset' })
    .input(passwordResetCompletion)
    .output(z.void())
    .mutation(({ ctx, input }) => completePasswordReset(ctx.deps, input)),
});
