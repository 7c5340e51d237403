import { inTransaction } from '#db/client.ts';
import { getSupportContact } from '../content/content.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { JobPayloads } from '../jobs/queue.ts';
import { deliverMail } from '../mails/deliver-mail.ts';
import {
  type Account,
  findAccountByEmail,
  findPasswordHash,
  replacePasswordHash,
} from './account.repository.ts';
import { getAccount, mayMail } from './account.service.ts';
import { hashPassword, passwordFingerprint } from './password.ts';
import type { PasswordResetCompletion, PasswordResetRequest } from './password-reset.schema.ts';
import { deleteSessionsOf } from './session.repository.ts';

/** How long the mail's link works. */
const LINK_MINUTES = 60;

/**
 * Notes that somebody asks for a new password. The address is looked up later, by the job that sends the mail, so
 * that neither the answer nor its time says whether there is such an account.
 */
export async function requestPasswordReset(
  deps: Pick<Deps, 'db' | 'jobs'>,
  request: PasswordResetRequest,
): Promise<void> {
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'password-reset', request));
}

/** The secret of a link that sets a new password: good for an hour, once, and only while the present one stands. */
export async function createResetToken(
  deps: Pick<Deps, 'db' | 'signer'>,
  accountId: string,
): Promise<string | undefined> {
  const passwordHash = await findPasswordHash(deps.db, accountId);
  if (passwordHash === undefined) return undefined;
  const bound = passwordFingerprint(passwordHash);
  return deps.signer.sign('password-reset', accountId, { seconds: LINK_MINUTES * 60, bound });
}

async function accountOf(
  deps: Pick<Deps, 'db'>,
  request: PasswordResetRequest,
): Promise<Account | undefined> {
  if (request.email !== undefined) return findAccountByEmail(deps.db, request.email);
  return request.id === undefined ? undefined : getAccount(deps.db, request.id);
}

/**
 * The job behind a request: does nothing where there is no such account or its mails are enough for now; else it
 * hands on to a second job, which may be tried again without being counted again.
 */
async function acceptRequest(
  deps: Pick<Deps, 'db' | 'jobs' | 'limits'>,
  request: PasswordResetRequest,
): Promise<void> {
  const account = await accountOf(deps, request);
  if (!account || account.isHouse || !(await mayMail(deps, account.id))) return;
  await inTransaction(deps.db, (trx) => deps.jobs.enqueue(trx, 'password-reset', { accountId: account.id }));
}

/**
 * Mails the link to the account's own address. It is made here, so that no secret waits in the queue; its token
 * stands behind '#', which browsers send to no server.
 */
async function mailLink(
  deps: Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'signer'>,
  accountId: string,
  jobId: string,
): Promise<void> {
  const account = await getAccount(deps.db, accountId);
  const token = await createResetToken(deps, accountId);
  if (!account || token === undefined) return;
  const resetUrl = `${deps.config.publicUrl}/setpassword#token=${token}`;
  const props = { firstname: account.firstname, resetUrl, minutes: LINK_MINUTES };
  const support = await getSupportContact(deps.db);
  await deliverMail(deps, support, { mail: 'password-reset', to: account.email, props }, jobId);
}

/** Works on the queue 'password-reset': first on what somebody asked for, then on the mail to the account found. */
export async function sendPasswordReset(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'limits' | 'log' | 'mailer' | 'signer'>,
  { accountId, ...request }: JobPayloads['password-reset'],
  jobId: string,
): Promise<void> {
  if (accountId === undefined) await acceptRequest(deps, request);
  else await mailLink(deps, accountId, jobId);
}

/** Sets the password and ends every session of the account; BAD_RESET_LINK where the link is not valid (any more). */
export async function completePasswordReset(
  deps: Pick<Deps, 'db' | 'signer'>,
  { token, password }: PasswordResetCompletion,
): Promise<void> {
  const link = await deps.signer.verify('password-reset', token);
  const present = link ? await findPasswordHash(deps.db, link.subject) : undefined;
  if (!link || present === undefined || passwordFingerprint(present) !== link.bound) {
    throw new AppError('BAD_RESET_LINK');
  }
  const next = await hashPassword(password);
  await inTransaction(deps.db, async (trx) => {
    // The password it was made for is the link's single use: two at once change it once.
    if (!(await replacePasswordHash(trx, link.subject, { present, next }))) {
      throw new AppError('BAD_RESET_LINK');
    }
    await deleteSessionsOf(trx, link.subject);
  });
}
