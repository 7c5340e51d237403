import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { paths } from '../../lib/pages.shared.ts';
import { isDeletedEmail } from '../../lib/text.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/queue.ts';
import { deliverMail } from '../../platform/mails/deliver-mail.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import { endAccess } from '../../platform/security/end-access.service.ts';
import type { SecuredAccount } from '../../platform/security/session-account.ts';
import { TOKEN_SECONDS } from '../../platform/security/token-lifetimes.ts';
import { getSellerContact } from '../content/content.service.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findOwnAccount,
  findPasswordHash,
  updatePasswordHash,
} from './account.repository.ts';
import { canMailAccount, getAccount } from './account.service.ts';
import { markEmailVerified } from './email-verification.service.ts';
import { hashPassword, NO_PASSWORD } from './password.ts';
import type { PasswordResetCompletion, PasswordResetRequest } from './password-reset.schema.ts';
import { assertHardToGuess } from './password-rule.ts';

/** How long the emailed link works. */
const LINK_MINUTES = 60;

/**
 * Enqueues a password reset. A job looks up the account later, so neither the response nor its timing reveals
 * whether the account exists.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'jobs' | 'log'>,
  request: PasswordResetRequest,
): Promise<void> {
  recordSecurityEvent(deps.log, 'password-reset-requested', { accountId: request.id });
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'password-reset', request));
}

/** The token works for an hour, until the account is recovered, for example by using it. */
export function createResetToken(
  { signer }: Pick<Deps, 'signer'>,
  account: SecuredAccount,
  seconds = LINK_MINUTES * 60,
): Promise<string> {
  return signer.signAccess('password-reset', account, { seconds });
}

/**
 * Returns the link with which an owner chooses a first password. Returns null if the account already has a
 * password or was deleted.
 */
export async function createFirstPasswordLink(
  deps: Pick<Deps, 'config' | 'db' | 'signer'>,
  accountId: string,
): Promise<string | null> {
  const account = await findOwnAccount(deps.db, accountId);
  const passwordHash = await findPasswordHash(deps.db, accountId);
  if (passwordHash !== NO_PASSWORD || !account || isDeletedEmail(account.email)) return null;
  return toSetPasswordUrl(deps, await createResetToken(deps, account, TOKEN_SECONDS['password-reset']));
}

/** The token follows '#', because browsers never send that part to a server. */
function toSetPasswordUrl({ config }: Pick<Deps, 'config'>, token: string): string {
  return `${config.publicUrl}${paths.setPassword()}#token=${token}`;
}

async function findRequestedAccount(
  deps: Pick<Deps, 'db'>,
  request: PasswordResetRequest,
): Promise<Account | undefined> {
  if (request.email !== undefined) return findAccountByEmail(deps.db, request.email);
  return request.id === undefined ? undefined : getAccount(deps.db, request.id);
}

/**
 * Does nothing if the account is unknown or has received too many emails. Otherwise, enqueues a second job
 * for the email: retrying it doesn't count against the limit again.
 */
async function acceptRequest(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  request: PasswordResetRequest,
): Promise<void> {
  const account = await findRequestedAccount(deps, request);
  if (!account || account.isHouse || !(await canMailAccount(deps, 'resetMail', account.id))) return;
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'password-reset', { accountId: account.id }));
}

/** Emails the link. Creates the token only now, so that the queue contains no secret. */
async function mailLink(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'now' | 'signer'>,
  accountId: string,
  jobId: string,
): Promise<void> {
  // One read of both the address and the version: a link for a changed account must not go to its old address.
  const account = await getAccount(deps.db, accountId);
  if (!account || account.isHouse) return;
  const token = await createResetToken(deps, account);
  const resetUrl = toSetPasswordUrl(deps, token);
  const props = { firstname: account.firstname, resetUrl, minutes: LINK_MINUTES };
  const seller = await getSellerContact(deps.db);
  await deliverMail(deps, seller, { mail: 'password-reset', to: account.email, props }, jobId);
}

/** Handles jobs of the queue 'password-reset': first the request, then the email to the account. */
export async function sendPasswordReset(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'limits' | 'log' | 'mailer' | 'now' | 'signer'>,
  { accountId, ...request }: JobPayloads['password-reset'],
  jobId: string,
): Promise<void> {
  if (accountId === undefined) await acceptRequest(deps, request);
  else await mailLink(deps, accountId, jobId);
}

/** Throws BAD_RESET_LINK if the link is invalid, expired, or used, or if the account was recovered since. */
async function requireLinkedAccount({ signer }: Pick<Deps, 'signer'>, trx: Trx, token: string) {
  const link = await signer.redeemAccess(trx, 'password-reset', token);
  const account = link && (await findAccount(trx, link.account.id));
  if (!account) throw new AppError('BAD_RESET_LINK');
  return account;
}

/**
 * Sets the password, ends all access to the account (D75), and emails its owner. The address then counts as
 * verified, because the link was sent to it. Throws BAD_RESET_LINK and PASSWORD_TOO_COMMON.
 */
export async function completePasswordReset(
  deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'now' | 'signer'>,
  { token, password }: PasswordResetCompletion,
): Promise<void> {
  const owner = await inTransaction(deps.db, (trx) => requireLinkedAccount(deps, trx, token));
  await assertHardToGuess(password, owner);
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (trx) => {
    const account = await requireLinkedAccount(deps, trx, token);
    await updatePasswordHash(trx, account.id, passwordHash);
    await endAccess(trx, account.id, { keptSessionId: null });
    await markEmailVerified(deps, trx, account);
    const props = { firstname: account.firstname };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'password-changed', to: account.email, props });
  });
  recordSecurityEvent(deps.log, 'password-reset', { accountId: owner.id });
}
