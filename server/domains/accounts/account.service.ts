import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { readEmail } from '../../lib/readers/email.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { isStaff } from '../../lib/staff-permissions.ts';
import { maskEmail } from '../../lib/text.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import type { SecuredAccount } from '../../platform/security/session-account.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findNewestAccounts,
  insertAccount,
  lockAccountRow,
  updateAccountType,
} from './account.repository.ts';
import type { AccountType, Registration } from './account.schema.ts';
import { hashPassword } from './password.ts';
import { assertHardToGuess } from './password-rule.ts';

type AccountDeps = Pick<Deps, 'db' | 'jobs' | 'limits' | 'log'>;

/**
 * Returns the rate limit key for an email address. It is hashed, so that the table of rate limits contains no
 * addresses.
 */
export function getEmailKey(email: string): string {
  return `email:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
}

/**
 * Creates a basic account. Sends the welcome email and the link that verifies the address (D58). Throws
 * PASSWORD_TOO_COMMON. Throws EMAIL_TAKEN if the address already has an account, ignoring case, and emails
 * that account's owner, but not too often (D19). Sends nothing to an address that keeps being registered and
 * deleted.
 */
export async function registerAccount(
  deps: AccountDeps,
  registration: Registration,
): Promise<SecuredAccount> {
  const { password, ...person } = registration;
  await assertHardToGuess(password, person);
  const passwordHash = await hashPassword(password);
  const account = { ...person, id: newId(), passwordHash, securityVersion: 0 };
  const canMail = await canMailKey(deps, 'repeatedNotice', getEmailKey(person.email));
  const isNew = await inTransaction(deps.db, async (trx) => {
    if (!(await insertAccount(trx, account))) return false;
    if (!canMail) return true;
    const props = { firstname: account.firstname };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'welcome', to: account.email, props });
    await deps.jobs.enqueue(trx, 'verify-email', { accountId: account.id });
    return true;
  });
  if (isNew) {
    recordSecurityEvent(deps.log, 'registered', { accountId: account.id });
    return { id: account.id, securityVersion: account.securityVersion };
  }
  await notifyOwner(deps, person.email);
  throw new AppError('EMAIL_TAKEN', { field: 'email' });
}

/**
 * Emails the owner that someone tried to register with their address, unless they have received too many such
 * emails.
 */
async function notifyOwner(deps: AccountDeps, email: string): Promise<void> {
  const owner = await findAccountByEmail(deps.db, email);
  if (!owner || owner.isHouse || !(await canMailAccount(deps, 'emailTakenMail', owner.id))) return;
  const props = { firstname: owner.firstname };
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(trx, 'mail', { mail: 'email-taken', to: owner.email, props }),
  );
}

/** Counts an email that the account's owner may not have requested. Returns false if the limit is used up. */
export function canMailAccount(
  deps: Pick<Deps, 'limits'>,
  limit: 'emailTakenMail' | 'resetMail',
  accountId: string,
): Promise<boolean> {
  return canMailKey(deps, limit, `account:${accountId}`);
}

export async function canMailKey(
  deps: Pick<Deps, 'limits'>,
  limit: 'emailTakenMail' | 'resetMail' | 'repeatedNotice',
  key: string,
): Promise<boolean> {
  try {
    await deps.limits.takeKey(limit, key);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

/** Throws ACCOUNT_MISMATCH if a caller sent the id of another account. */
export function requireOwnAccount(sentId: string | null | undefined, account: { id: string } | null): void {
  if (sentId && sentId.toLowerCase() !== account?.id) throw new AppError('ACCOUNT_MISMATCH');
}

const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Returns undefined if there is no such account or if `id` isn't a UUID. */
export async function getAccount(db: Db, id: string): Promise<Account | undefined> {
  return isUuid(id) ? findAccount(db, id) : undefined;
}

/**
 * The account's owner and staff receive the full email address. Everyone else receives it masked (D6).
 * Returns null for an unknown id.
 */
export async function getEmailFromId(
  db: Db,
  id: string,
  viewer: { id: string; accountType: number } | null,
): Promise<string | null> {
  const account = await getAccount(db, id);
  if (!account || account.isHouse) return null;
  const canReadEmail = viewer !== null && (viewer.id === account.id || isStaff(viewer.accountType));
  return canReadEmail ? account.email : maskEmail(account.email);
}

/** Ignores the email's case. Throws NOT_FOUND for an unknown address and for the house account. */
export async function getAccountByEmail(db: Db, email: string): Promise<Account> {
  const accountRow = await findAccountByEmail(db, valueOrNull(readEmail(email)) ?? email);
  if (!accountRow || accountRow.isHouse) throw new AppError('NOT_FOUND');
  const { passwordHash: _passwordHash, ...account } = accountRow;
  return account;
}

/**
 * Use `changeAccountType` in server/staff instead. It also gives affiliates their reference code. Throws
 * NOT_FOUND, or CHANGED_SINCE if the type is no longer `from`.
 */
export async function setAccountType(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  {
    type,
    from,
    actorId,
    reason,
  }: { type: AccountType; from?: number; actorId: string | null; reason: string | null },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAccountRow(trx, accountId);
    const account = await findAccount(trx, accountId);
    if (!account || account.isHouse) throw new AppError('NOT_FOUND');
    if (from !== undefined && account.accountType !== from) throw new AppError('CHANGED_SINCE');
    await updateAccountType(trx, account.id, type);
    await recordAudit(trx, {
      actorId,
      action: 'account.set-type',
      subject: `account:${account.id}`,
      reason,
      at: now(),
      change: { before: String(account.accountType), after: String(type) },
    });
  });
}

/** Returns the newest accounts first. */
export function listAccounts(
  db: Db,
  filter: { accountType: AccountType | undefined; limit: number },
): Promise<Account[]> {
  return findNewestAccounts(db, filter);
}

/**
 * Locks the account until the transaction ends. Call it before checking what the account already has, so that
 * a concurrent transaction can't add it in between.
 */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await lockAccountRow(trx, accountId);
}
