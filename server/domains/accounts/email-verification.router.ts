import { z } from 'zod';
import { accountProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import { emailVerificationInput, keepEmailInput } from './email-verification.schema.ts';
import { keepEmail, resendVerification, verifyEmail } from './email-verification.service.ts';

export const emailVerificationRouter = router({
  /** The web app sends the token from the emailed link. */
  complete: publicProcedure
    .meta({ limit: 'emailVerification' })
    .input(emailVerificationInput)
    .output(z.void())
    .mutation(({ ctx, input }) => verifyEmail(ctx, input.token)),
  /** The web app sends the token from the link that announced a change of address. */
  keepEmail: publicProcedure
    .meta({ limit: 'emailVerification' })
    .input(keepEmailInput)
    .output(z.void())
    .mutation(({ ctx, input }) => keepEmail(ctx, input.token)),
  /** Emails a new link to the caller. Does nothing if no address is waiting to be verified. */
  resend: accountProcedure
    .meta({ limit: 'emailVerification' })
    .output(z.void())
    .mutation(({ ctx }) => resendVerification(ctx.deps, ctx.account.id)),
});
