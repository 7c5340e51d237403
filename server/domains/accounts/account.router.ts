import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { accountProcedure, createStaffProcedure, publicProcedure, router } from '../../platform/trpc.ts';
import {
  getMailPreferences,
  saveMailPreferences,
} from '../content/messages/newsletter-subscription.service.ts';
import { findReceiptPdf, setPendingEmail, setReceiptPdf, updateName } from './account.repository.ts';
import { created, emailFromIdInput, registerInput } from './account.schema.ts';
import { getEmailFromId, registerAccount } from './account.service.ts';
import { emailVerificationInput, keepEmailInput } from './email-verification.schema.ts';
import { isEmailVerified, keepEmail, resendVerification, verifyEmail } from './email-verification.service.ts';
import {
  addOptions,
  addPasskeyInput,
  consoleAccess,
  ownPasskey,
  passkeyId,
  useOptions,
  usePasskeyInput,
} from './passkeys/passkey.schema.ts';
import {
  addPasskey,
  getConsoleStep,
  listOwnPasskeys,
  prepareAdding,
  prepareUse,
  removePasskey,
  usePasskey,
} from './passkeys/passkey.service.ts';
import { passwordResetCompletion, passwordResetRequest } from './password-reset.schema.ts';
import { completePasswordReset, requestPasswordReset } from './password-reset.service.ts';
import {
  activeSession,
  emailChange,
  emailSettings,
  passwordChange,
  personName,
  profile,
} from './profile/profile.schema.ts';
import {
  changePassword,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  requestEmailChange,
} from './profile/profile.service.ts';
import { credentials } from './sessions/session.schema.ts';
import { verifyCredentials } from './sessions/session.service.ts';
import { staffTokenInput } from './sessions/staff-token.schema.ts';
import { redeemStaffToken } from './sessions/staff-token.service.ts';

const staffProcedure = createStaffProcedure();

/** Open to staff before they use a passkey. */
const staffSessionProcedure = createStaffProcedure({ passkey: 'none' });

const passkeysRouter = router({
  access: staffSessionProcedure
    .input(z.void())
    .output(consoleAccess)
    .query(async ({ ctx }) => ({ step: await getConsoleStep(ctx) })),

  prepareAdding: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(z.object({}).optional())
    .output(addOptions)
    .mutation(({ ctx }) => prepareAdding(ctx)),

  add: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(addPasskeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),

  prepareUse: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(z.object({}).optional())
    .output(useOptions)
    .mutation(({ ctx }) => prepareUse(ctx)),

  use: staffSessionProcedure
    .meta({ limit: 'passkey' })
    .input(usePasskeyInput)
    .output(z.void())
    .mutation(({ ctx, input }) => usePasskey(ctx, input)),

  mine: staffProcedure
    .input(z.void())
    .output(z.array(ownPasskey))
    .query(({ ctx }) => listOwnPasskeys(ctx)),

  remove: staffProcedure
    .input(passkeyId)
    .output(z.void())
    .mutation(({ ctx, input }) => removePasskey(ctx, input.id)),

  /** Throws PASSKEY_REQUIRED before a download, which is a link and can't ask for the passkey. */
  confirm: staffProcedure
    .input(z.object({}).optional())
    .output(z.void())
    .mutation(() => {}),
});

const profileRouter = router({
  get: accountProcedure.output(profile).query(({ ctx }) => getProfile(ctx.deps.db, ctx.account.id)),

  /** Memberships, documents, and passes keep the name that they were issued with. */
  changeName: accountProcedure
    .input(personName)
    .output(z.void())
    .mutation(({ ctx, input }) => updateName(ctx.deps.db, ctx.account.id, input)),

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

  /** Cancels a pending change. The emailed link then no longer works. */
  withdrawEmailChange: accountProcedure
    .output(z.void())
    .mutation(({ ctx }) => setPendingEmail(ctx.deps.db, ctx.account.id, null)),

  mailPreferences: accountProcedure.output(emailSettings).query(async ({ ctx }) => ({
    ...(await getMailPreferences(ctx.deps.db, ctx.account.email)),
    receiptPdf: await findReceiptPdf(ctx.deps.db, ctx.account.id),
  })),

  saveMailPreferences: accountProcedure
    .input(emailSettings)
    .output(z.void())
    .mutation(async ({ ctx, input: { receiptPdf, ...preferences } }) => {
      // Anyone can register with another person's address, who may have unsubscribed.
      if (!(await isEmailVerified(ctx.deps.db, ctx.account.id))) throw new AppError('EMAIL_NOT_VERIFIED');
      await saveMailPreferences(ctx.deps, ctx.account.email, preferences);
      await setReceiptPdf(ctx.deps.db, ctx.account.id, receiptPdf);
    }),

  sessions: accountProcedure.output(z.array(activeSession)).query(({ ctx }) => listSessions(ctx)),

  endSession: accountProcedure
    .input(z.object({ id: z.uuid() }))
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input.id)),

  endOtherSessions: accountProcedure.output(z.void()).mutation(({ ctx }) => endOtherSessions(ctx)),
});

const emailVerificationRouter = router({
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

const passwordResetRouter = router({
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
