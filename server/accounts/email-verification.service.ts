import { createHash } from 'node:crypto';
import { type Db, inTransaction, isUniqueViolation, type Trx } from '#db/client.ts';
import { getSellerContact } from '../content/content.service.ts';
import { moveMailPreferences } from '../content/messages/newsletter-subscription.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { maskEmail } from '../lib/text.ts';
import { deliverMail } from '../mails/deliver-mail.ts';
import { recordSecurityEvent } from '../monitoring/security-events.ts';
import { paths } from '../site/pages.shared.ts';
import { findOwnAccount, replaceEmail, setEmailVerified } from './account.repository.ts';

/** How long the emailed link works. */
const LINK_DAYS = 7;

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
  { id, email }: { id: string; email: string },
): Promise<string> {
  return signer.sign('verify-email', id, {
    seconds: LINK_DAYS * 86_400,
    bound: computeEmailFingerprint(email),
  });
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
  const { id, firstname, pendingEmail } = account;
  const token = await createVerificationToken(deps, { id, email: to });
  const verifyUrl = `${deps.config.publicUrl}${paths.verifyEmail()}#token=${token}`;
  const props = { firstname, verifyUrl, days: LINK_DAYS };
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
  if (!account || !findAddressToVerify(account)) return;
  await deps.limits.takeKey('verificationMail', `account:${accountId}`);
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'verify-email', { accountId }));
}

/**
 * Verifies the address that the link was sent to. If the account is changing to that address, replaces its
 * email. A second call changes nothing. Throws BAD_VERIFICATION_LINK if the link is invalid or expired, or
 * was sent to an address that is no longer used, and EMAIL_IN_USE if another account took the address.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'now' | 'signer'>,
  token: string,
): Promise<void> {
  const link = await deps.signer.verify('verify-email', token);
  const account = link ? await findOwnAccount(deps.db, link.subject) : undefined;
  if (!account || !link) throw new AppError('BAD_VERIFICATION_LINK');
  const { pendingEmail } = account;
  if (link.bound === computeEmailFingerprint(account.email)) {
    return inTransaction(deps.db, (trx) => markEmailVerified(deps, trx, account));
  }
  if (pendingEmail === null || link.bound !== computeEmailFingerprint(pendingEmail)) {
    throw new AppError('BAD_VERIFICATION_LINK');
  }
  await changeEmail(deps, { ...account, pendingEmail });
}

/** Does nothing if the address was already verified, or has changed since the caller read it. */
export async function markEmailVerified(
  deps: Pick<Deps, 'jobs' | 'now'>,
  trx: Trx,
  account: { id: string; email: string },
): Promise<void> {
  if (await setEmailVerified(trx, account, deps.now())) await enqueueTrial(deps, trx, account.id);
}

/** Replaces the email and notifies the old address (D58). */
async function changeEmail(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'now'>,
  account: { id: string; firstname: string; email: string; pendingEmail: string },
): Promise<void> {
  const isChanged = await inTransaction(deps.db, async (trx) => {
    if (!(await replaceEmail(trx, account, deps.now()))) return false;
    await moveMailPreferences(trx, account.email, account.pendingEmail, deps.now());
    await enqueueTrial(deps, trx, account.id);
    const props = { firstname: account.firstname, newEmail: maskEmail(account.pendingEmail) };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'email-changed', to: account.email, props });
    return true;
  }).catch((error) => {
    throw isUniqueViolation(error) ? new AppError('EMAIL_IN_USE') : error;
  });
  if (isChanged) recordSecurityEvent(deps.log, 'email-changed', { accountId: account.id });
}

/** Lists the account's trial, if it was waiting for the email to be verified. */
async function enqueueTrial({ jobs }: Pick<Deps, 'jobs'>, trx: Trx, accountId: string): Promise<void> {
  await jobs.enqueue(trx, 'list-trial', { accountId });
}
