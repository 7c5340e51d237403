import { z } from 'zod';
import { AppError } from '../../../lib/errors.ts';
import { accountProcedure, router } from '../../../platform/trpc.ts';
import { mailPreferences } from '../../content/messages/newsletter.schema.ts';
import {
  getMailPreferences,
  saveMailPreferences,
} from '../../content/messages/newsletter-subscription.service.ts';
import { isEmailVerified } from '../email-verification.service.ts';
import { activeSession, emailChange, passwordChange, personName, profile } from './profile.schema.ts';
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  requestEmailChange,
  withdrawEmailChange,
} from './profile.service.ts';

export const profileRouter = router({
  get: accountProcedure.output(profile).query(({ ctx }) => getProfile(ctx.deps.db, ctx.account.id)),

  changeName: accountProcedure
    .input(personName)
    .output(z.void())
    .mutation(({ ctx, input }) => changeName(ctx.deps.db, ctx.account.id, input)),

  changePassword: accountProcedure
    .input(passwordChange)
    .output(z.void())
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  /** Emails a link to the new address. Its token goes to `emailVerification.complete`. */
  changeEmail: accountProcedure
    .meta({ limit: 'emailVerification' })
    .input(emailChange)
    .output(z.void())
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  withdrawEmailChange: accountProcedure.output(z.void()).mutation(({ ctx }) => withdrawEmailChange(ctx)),

  mailPreferences: accountProcedure
    .output(mailPreferences)
    .query(({ ctx }) => getMailPreferences(ctx.deps.db, ctx.account.email)),

  saveMailPreferences: accountProcedure
    .input(mailPreferences)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      // Anyone can register with another person's address, who may have unsubscribed.
      if (!(await isEmailVerified(ctx.deps.db, ctx.account.id))) throw new AppError('EMAIL_NOT_VERIFIED');
      await saveMailPreferences(ctx.deps, ctx.account.email, input);
    }),

  sessions: accountProcedure.output(z.array(activeSession)).query(({ ctx }) => listSessions(ctx)),

  endSession: accountProcedure
    .input(z.object({ id: z.uuid() }))
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),

  endOtherSessions: accountProcedure.output(z.void()).mutation(({ ctx }) => endOtherSessions(ctx)),
});
