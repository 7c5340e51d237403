import { createHash } from 'node:crypto';
import { type Db, inTransaction, isUniqueViolation, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { paths } from '../../lib/pages.shared.ts';
import { maskEmail } from '../../lib/text.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { deliverMail } from '../../platform/mails/deliver-mail.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import { endAccess } from '../../platform/security/end-access.service.ts';
import type { SecuredAccount } from '../../platform/security/session-account.ts';
import { TOKEN_SECONDS } from '../../platform/security/token-lifetimes.ts';
import { getSellerContact } from '../content/content.service.ts';
import { moveMailPreferences } from '../content/messages/newsletter-subscription.service.ts';
import { findOwnAccount, replaceEmail, setEmailVerified } from './account.repository.ts';
import { getEmailKey } from './account.service.ts';

const DAY_SECONDS = 86_400;

/**
 * When the address changes, so does the fingerprint. Links that were sent to the old address then no longer
 * work.
 */
function computeEmailFingerprint(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}

export async function isEmailVerified(db: Db, accountId: string): Promise<boolean> {
  return (await findOwnAccount(db, accountId))?.emailVerifiedAt != null;
}

export function createVerificationToken(
  { signer }: Pick<Deps, 'signer'>,
  { email, ...account }: SecuredAccount & { email: string },
): Promise<string> {
  return signer.signAccess('verify-email', account, { bound: computeEmailFingerprint(email) });
}

/**
 * Handles 'verify-email' jobs: emails a verification link to the account's pending address or, if none, to
 * its unverified one. Creates the token only now, so that the queue contains no secret.
 */
export async function sendVerification(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'now' | 'signer'>,
  accountId: string,
  jobId: string,
): Promise<void> {
  const account = await findOwnAccount(deps.db, accountId);
  const to = account && findAddressToVerify(account);
  if (!account || !to) return;
  const { firstname, pendingEmail } = account;
  const token = await createVerificationToken(deps, { ...account, email: to });
  const verifyUrl = `${deps.config.publicUrl}${paths.verifyEmail()}#token=${token}`;
  const props = { firstname, verifyUrl, days: TOKEN_SECONDS['verify-email'] / DAY_SECONDS };
  const seller = await getSellerContact(deps.db);
  const mail = pendingEmail === null ? 'verify-email' : 'change-email';
  await deliverMail(deps, seller, { mail, to, props }, jobId);
}

/**
 * Returns the address that the account is changing to, or else its current one if that isn't verified yet.
 */
function findAddressToVerify(account: {
  email: string;
  emailVerifiedAt: Date | null;
  pendingEmail: string | null;
}): string | undefined {
  return account.pendingEmail ?? (account.emailVerifiedAt === null ? account.email : undefined);
}

/** Does nothing if no address is waiting to be verified. Throws TOO_MANY_REQUESTS after a few emails. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  accountId: string,
): Promise<void> {
  const account = await findOwnAccount(deps.db, accountId);
  const to = account && findAddressToVerify(account);
  if (!to) return;
  // Several accounts may be about to get the same address.
  for (const key of [`account:${accountId}`, getEmailKey(to)])
    await deps.limits.takeKey('verificationMail', key);
  await inTransaction(deps.db, (trx) => enqueueVerification(deps, trx, accountId));
}

/** Enqueues the link for the address to verify. A change of address is announced to the old one as well (D75). */
export async function enqueueVerification(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  accountId: string,
): Promise<void> {
  const account = await findOwnAccount(trx, accountId);
  if (!account) return;
  await jobs.enqueue(trx, 'verify-email', { accountId });
  const { email, firstname, pendingEmail, securityVersion } = account;
  if (pendingEmail === null) return;
  const keepUrl = { kind: 'keep-email' as const, id: `${accountId}:${securityVersion}` };
  const props = {
    firstname,
    newEmail: maskEmail(pendingEmail),
    keepUrl,
    days: TOKEN_SECONDS['keep-email'] / DAY_SECONDS,
  };
  await jobs.enqueue(trx, 'mail', { mail: 'email-change-requested', to: email, props });
}

/**
 * Returns the link that withdraws a change of address. Returns null if the change was completed or withdrawn,
 * or if the account was recovered since: the link would then give the old address a power over the new one's.
 */
export async function createKeepEmailLink(
  { config, db, signer }: Pick<Deps, 'config' | 'db' | 'signer'>,
  id: string,
): Promise<string | null> {
  const [accountId = '', securityVersion] = id.split(':');
  const account = await findOwnAccount(db, accountId);
  if (!account?.pendingEmail || account.securityVersion !== Number(securityVersion)) return null;
  const token = await signer.signAccess('keep-email', account);
  return `${config.publicUrl}${paths.keepEmail()}#token=${token}`;
}

/**
 * Withdraws a change of address with the link that announced it. Someone who asked for it without the owner
 * knows the password, so this ends all access to the account (D75) except the caller's own session. Throws
 * BAD_KEEP_EMAIL_LINK.
 */
export async function keepEmail({ deps, sessionId }: Context, token: string): Promise<void> {
  const accountId = await inTransaction(deps.db, async (trx) => {
    const link = await deps.signer.redeemAccess(trx, 'keep-email', token);
    if (!link) throw new AppError('BAD_KEEP_EMAIL_LINK');
    await endAccess(trx, link.account.id, { keptSessionId: sessionId });
    return link.account.id;
  });
  recordSecurityEvent(deps.log, 'email-change-withdrawn', { accountId });
}

/**
 * Verifies the address that the link was sent to. If the account is changing to that address, replaces its
 * email, notifies the old address (D58), and ends all access except the caller's own session (D75). Throws
 * BAD_VERIFICATION_LINK if the link is invalid or expired, if it was sent to an address that is no longer
 * used, or if the account was recovered since, and EMAIL_IN_USE if another account took the address.
 */
export async function verifyEmail({ deps, sessionId }: Context, token: string): Promise<void> {
  const changedId = await inTransaction(deps.db, async (trx) => {
    const link = await deps.signer.redeemAccess(trx, 'verify-email', token);
    const account = link && (await findOwnAccount(trx, link.account.id));
    if (!account) throw new AppError('BAD_VERIFICATION_LINK');
    const { id, email, firstname, pendingEmail } = account;
    if (link.bound === computeEmailFingerprint(email)) {
      await markEmailVerified(deps, trx, account);
      return null;
    }
    if (pendingEmail === null || link.bound !== computeEmailFingerprint(pendingEmail)) {
      throw new AppError('BAD_VERIFICATION_LINK');
    }
    await replaceEmail(trx, id, pendingEmail, deps.now());
    await endAccess(trx, id, { keptSessionId: sessionId });
    await moveMailPreferences(trx, email, pendingEmail, deps.now());
    await deps.jobs.enqueue(trx, 'update-customer', { accountId: id });
    await enqueueTrial(deps, trx, id);
    const props = { firstname, newEmail: maskEmail(pendingEmail) };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'email-changed', to: email, props });
    return id;
  }).catch((error) => {
    throw isUniqueViolation(error) ? new AppError('EMAIL_IN_USE') : error;
  });
  if (changedId !== null) recordSecurityEvent(deps.log, 'email-changed', { accountId: changedId });
}

/** Does nothing if the address was already verified, or has changed since the caller read it. */
export async function markEmailVerified(
  deps: Pick<Deps, 'jobs' | 'now'>,
  trx: Trx,
  account: { id: string; email: string },
): Promise<void> {
  if (await setEmailVerified(trx, account, deps.now())) await enqueueTrial(deps, trx, account.id);
}

/** Lists the account's trial, if it was waiting for the email to be verified. */
async function enqueueTrial({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, accountId: string): Promise<void> {
  await jobs.enqueue(trx, 'list-trial', { accountId });
}
