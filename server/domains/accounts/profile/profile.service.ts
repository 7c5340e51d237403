import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { AccountContext } from '../../../platform/context.ts';
import { recordSecurityEvent } from '../../../platform/monitoring/security-events.ts';
import { endAccess, requireLiveSession } from '../../../platform/security/end-access.service.ts';
import { deleteAccountSession, findActiveSessions } from '../../../platform/security/session.repository.ts';
import { hashSessionId } from '../../../platform/security/session.ts';
import {
  findOwnAccount,
  findPasswordHash,
  findReceiptPdf,
  setPendingEmail,
  setReceiptPdf,
  updatePasswordHash,
} from '../account.repository.ts';
import { getEmailKey } from '../account.service.ts';
import { enqueueVerification } from '../email-verification.service.ts';
import { hashPassword, verifyPassword } from '../password.ts';
import { assertHardToGuess } from '../password-rule.ts';
import { limitFailures } from '../sessions/sign-in-limits.ts';
import type { ActiveSession, EmailChange, PasswordChange, Profile } from './profile.schema.ts';

export { findReceiptPdf, setReceiptPdf };

export async function getProfile(db: Db, accountId: string): Promise<Profile> {
  const account = await findOwnAccount(db, accountId);
  if (!account) throw new AppError('NOT_FOUND');
  const { firstname, lastname, latinName, email, pendingEmail, emailVerifiedAt } = account;
  return { firstname, lastname, latinName, email, pendingEmail, isEmailVerified: emailVerifiedAt !== null };
}

/**
 * Returns the account's password hash if the password matches it. Throws CURRENT_PASSWORD_WRONG if it
 * doesn't, and TOO_MANY_REQUESTS. Failures count as failed sign-ins (D57).
 */
export async function requirePassword(ctx: AccountContext, password: string): Promise<string> {
  const { id, email } = ctx.account;
  const currentHash = await findPasswordHash(ctx.deps.db, id);
  const subject = { emailKey: getEmailKey(email), accountId: id };
  const matches = await limitFailures(ctx, subject, () => verifyPassword(currentHash, password));
  if (currentHash === undefined || !matches) {
    recordSecurityEvent(ctx.deps.log, 'sign-in-failed', { accountId: id, reason: 'current-password' });
    throw new AppError('CURRENT_PASSWORD_WRONG', { field: 'currentPassword' });
  }
  return currentHash;
}

/**
 * Ends all other access to the account (D75), and emails its owner. Throws CURRENT_PASSWORD_WRONG, or
 * TOO_MANY_REQUESTS after many changes.
 */
export async function changePassword(
  ctx: AccountContext,
  { currentPassword, password }: PasswordChange,
): Promise<void> {
  const { deps, account } = ctx;
  const currentHash = await requirePassword(ctx, currentPassword);
  await assertHardToGuess(password, account);
  await deps.limits.takeKey('repeatedNotice', `account:${account.id}`);
  const newHash = await hashPassword(password);
  await inTransaction(deps.db, async (trx) => {
    await requireLiveSession(trx, ctx);
    // Another change at the same time replaced the password that the caller confirmed.
    if ((await findPasswordHash(trx, account.id)) !== currentHash) {
      throw new AppError('CURRENT_PASSWORD_WRONG', { field: 'currentPassword' });
    }
    await updatePasswordHash(trx, account.id, newHash);
    await endAccess(trx, account.id, { keptSessionId: ctx.sessionId });
    const props = { firstname: account.firstname };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'password-changed', to: account.email, props });
  });
  recordSecurityEvent(deps.log, 'password-changed', { accountId: account.id });
}

/**
 * Emails a link to the new address, and announces the change to the current one. The account keeps its address until the link is followed (D58). Doesn't
 * reveal whether another account has the new address: the link goes there either way.
 */
export async function requestEmailChange(
  ctx: AccountContext,
  { email, currentPassword }: EmailChange,
): Promise<void> {
  const { deps, account } = ctx;
  await requirePassword(ctx, currentPassword);
  if (email.toLowerCase() === account.email.toLowerCase()) {
    throw new AppError('SAME_EMAIL', { field: 'email' });
  }
  for (const key of [`account:${account.id}`, getEmailKey(email)])
    await deps.limits.takeKey('verificationMail', key);
  await inTransaction(deps.db, async (trx) => {
    await requireLiveSession(trx, ctx);
    await setPendingEmail(trx, account.id, email);
    await enqueueVerification(deps, trx, account.id);
  });
  recordSecurityEvent(deps.log, 'email-change-requested', { accountId: account.id });
}

export async function listSessions(ctx: AccountContext): Promise<ActiveSession[]> {
  const ownSessionHash = ctx.sessionId === null ? null : hashSessionId(ctx.sessionId);
  const sessions = await findActiveSessions(ctx.deps.db, ctx.account.id, ctx.deps.now());
  return sessions.map(({ idHash, ...session }) => ({ ...session, isCurrent: idHash === ownSessionHash }));
}

/** Succeeds even if the account has no such session. */
export async function endSession({ deps, account }: AccountContext, id: string): Promise<void> {
  await deleteAccountSession(deps.db, account.id, id);
  recordSecurityEvent(deps.log, 'sessions-ended', { accountId: account.id });
}

/** Ends all other access to the account (D75). */
export async function endOtherSessions(ctx: AccountContext): Promise<void> {
  await inTransaction(ctx.deps.db, async (trx) => {
    await requireLiveSession(trx, ctx);
    await endAccess(trx, ctx.account.id, { keptSessionId: ctx.sessionId });
  });
  recordSecurityEvent(ctx.deps.log, 'sessions-ended', { accountId: ctx.account.id });
}
