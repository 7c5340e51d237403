import { z } from 'zod';
import { publicProcedure, router } from '../../platform/trpc.ts';
import { created, emailFromIdInput, registerInput } from './account.schema.ts';
import { getEmailFromId, registerAccount } from './account.service.ts';
import { emailVerificationRouter } from './email-verification.router.ts';
import { passkeysRouter } from './passkeys/passkey.router.ts';
import { passwordResetRouter } from './password-reset.router.ts';
import { profileRouter } from './profile/profile.router.ts';
import { credentials } from './sessions/session.schema.ts';
import { verifyCredentials } from './sessions/session.service.ts';
import { staffTokenInput } from './sessions/staff-token.schema.ts';
import { redeemStaffToken } from './sessions/staff-token.service.ts';

export const accountsRouter = router({
  register: publicProcedure
    .meta({ limit: 'register' })
    .input(registerInput)
    .output(created)
    .mutation(async ({ ctx, input: { startSession, ...registration } }) => {
      const account = await registerAccount(ctx.deps, registration);
      if (startSession) await ctx.signIn(account);
      return account;
    }),

  /** Used by the web app. Older clients request an idToken first and exchange it for a session (D10). */
  login: publicProcedure
    .input(credentials)
    .output(created)
    .mutation(async ({ ctx, input }) => {
      const account = await verifyCredentials(ctx, input);
      await ctx.signIn(account);
      return account;
    }),

  staffLogin: publicProcedure
    .meta({ limit: 'staffSignIn' })
    .input(staffTokenInput)
    .output(created)
    .mutation(async ({ ctx, input }) => {
      const account = await redeemStaffToken(ctx.deps, input.token);
      await ctx.signIn(account, { isFromStaffToken: true });
      return account;
    }),

  logout: publicProcedure
    .input(z.object({}).optional())
    .output(z.void())
    .mutation(({ ctx }) => ctx.signOut()),

  emailFromId: publicProcedure
    .meta({ limit: 'reference' })
    .input(emailFromIdInput)
    .output(z.string().nullable())
    .query(({ ctx, input }) => getEmailFromId(ctx.deps.db, input.id, ctx.account)),

  passwordReset: passwordResetRouter,
  emailVerification: emailVerificationRouter,
  profile: profileRouter,
  passkeys: passkeysRouter,
});
