import { z } from 'zod';
import { accountProcedure, router } from '../../trpc.ts';
import { activeSession, emailChange, passwordChange, personName, profile } from './profile.schema.ts';
import {
  changeName,
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  requestEmailChange,
} from './profile.service.ts';

/** What members change about their own account. */
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

  /** Mails a link to the new address, which `emailVerification.complete` takes. */
  changeEmail: accountProcedure
    .meta({ limit: 'emailVerification' })
    .input(emailChange)
    .output(z.void())
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  sessions: accountProcedure.output(z.array(activeSession)).query(({ ctx }) => listSessions(ctx)),

  endSession: accountProcedure
    .input(z.object({ id: z.uuid() }))
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),

  endOtherSessions: accountProcedure.output(z.void()).mutation(({ ctx }) => endOtherSessions(ctx)),
});
