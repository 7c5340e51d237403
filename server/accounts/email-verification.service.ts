import { createHash } from 'node:crypto';
import { type Db, inTransaction } from '#db/client.ts';
import { getSupportContact } from '../content/content.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { deliverMail } from '../mails/deliver-mail.ts';
import { paths } from '../site/pages.shared.ts';
import { findEmailState, setEmailVerified } from './account.repository.ts';

/** The emailed link works for this long. */
const LINK_DAYS = 7;

/**
 * When the address changes, so does the fingerprint. Links that were sent to the old address then no longer
 * work.
 */
function emailFingerprint(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}

/** True once the account's owner has followed a link that was emailed to its address (D58). */
export async function isEmailVerified(db: Db, accountId: string): Promise<boolean> {
  return (await findEmailState(db, accountId))?.emailVerifiedAt != null;
}

export function createVerificationToken(
  { signer }: Pick<Deps, 'signer'>,
  { id, email }: { id: string; email: string },
): Promise<string> {
  return signer.sign('verify-email', id, { seconds: LINK_DAYS * 86_400, bound: emailFingerprint(email) });
}

/**
 * Handles jobs of the queue 'verify-email'. Creates the token only now, so that the queue contains no secret.
 */
export async function sendVerification(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'now' | 'signer'>,
  accountId: string,
  jobId: string,
): Promise<void> {
  const account = await findEmailState(deps.db, accountId);
  if (!account || account.emailVerifiedAt !== null) return;
  const token = await createVerificationToken(deps, account);
  const verifyUrl = `${deps.config.publicUrl}${paths.verifyEmail()}#token=${token}`;
  const props = { firstname: account.firstname, verifyUrl, days: LINK_DAYS };
  const support = await getSupportContact(deps.db);
  await deliverMail(deps, support, { mail: 'verify-email', to: account.email, props }, jobId);
}

/** Throws TOO_MANY_REQUESTS after a few emails. */
export async function resendVerification(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  accountId: string,
): Promise<void> {
  if (await isEmailVerified(deps.db, accountId)) return;
  await deps.limits.takeKey('verificationMail', `account:${accountId}`);
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'verify-email', { accountId }));
}

/**
 * Marks the address as verified, and enqueues the job that lists the account's trial. Does nothing if the
 * address is already verified. Throws BAD_VERIFICATION_LINK if the link is invalid or expired, or was sent to
 * another address.
 */
export async function verifyEmail(
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'signer'>,
  token: string,
): Promise<void> {
  const link = await deps.signer.verify('verify-email', token);
  const account = link ? await findEmailState(deps.db, link.subject) : undefined;
  if (!account || link?.bound !== emailFingerprint(account.email)) {
    throw new AppError('BAD_VERIFICATION_LINK');
  }
  await inTransaction(deps.db, async (trx) => {
    if (!(await setEmailVerified(trx, account, deps.now()))) return;
    await deps.jobs.enqueue(trx, 'list-trial', { accountId: account.id });
  });
}
