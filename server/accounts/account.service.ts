import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { newId } from '../lib/ids.ts';
import { maskEmail } from '../lib/text.ts';
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findNewestAccounts,
  insertAccount,
  lockAccountRow,
  updateAccountType,
} from './account.repository.ts';
import { type AccountType, isStaff, type Registration } from './account.schema.ts';
import { hashPassword } from './password.ts';

type AccountDeps = Pick<Deps, 'db' | 'jobs' | 'limits'>;

/** A rate limit's key for an e-mail address: the table of counters holds no addresses. */
export function emailKey(email: string): string {
  return `email:${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
}

/**
 * Makes a basic account and sends its welcome. EMAIL_TAKEN at `email` where the address has one, in whichever
 * case; its owner then gets a mail (DESIGN D19).
 */
export async function registerAccount(
  deps: AccountDeps,
  registration: Registration,
): Promise<{ id: string }> {
  const { password, ...person } = registration;
  const account = { ...person, id: newId(), passwordHash: await hashPassword(password) };
  const isNew = await inTransaction(deps.db, async (trx) => {
    if (!(await insertAccount(trx, account))) return false;
    const props = { firstname: account.firstname };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'welcome', to: account.email, props });
    return true;
  });
  if (isNew) return { id: account.id };
  await tellOwner(deps, person.email);
  throw new AppError('EMAIL_TAKEN', { field: 'email' });
}

/** Somebody tried to register an address that has an account: its owner learns of it, a few times at most. */
async function tellOwner(deps: AccountDeps, email: string): Promise<void> {
  const owner = await findAccountByEmail(deps.db, email);
  if (!owner || owner.isHouse || !(await mayMail(deps, owner.id))) return;
  const props = { firstname: owner.firstname };
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(trx, 'mail', { mail: 'email-taken', to: owner.email, props }),
  );
}

/** Whether one more mail may go to an account that it did not ask for itself, as far as we know. */
export async function mayMail(deps: Pick<Deps, 'limits'>, accountId: string): Promise<boolean> {
  try {
    await deps.limits.takeKey('accountMail', `account:${accountId}`);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return false;
    throw error;
  }
}

const isId = (text: string) => z.uuid().safeParse(text).success;

/** An account by id; undefined where the text is no account's id. */
export async function getAccount(db: Db, id: string): Promise<Account | undefined> {
  return isId(id) ? findAccount(db, id) : undefined;
}

/** An account's address: whole to the account itself and to staff, masked to others, null where unknown (D6). */
export async function getEmailFromId(
  db: Db,
  id: string,
  viewer: { id: string; accountType: number } | null,
): Promise<string | null> {
  const account = await getAccount(db, id);
  if (!account || account.isHouse) return null;
  const mayRead = viewer !== null && (viewer.id === account.id || isStaff(viewer.accountType));
  return mayRead ? account.email : maskEmail(account.email);
}

/** The account of an address, without regard to case; NOT_FOUND where there is none that anybody logs in to. */
export async function getAccountByEmail(db: Db, email: string): Promise<Account> {
  const found = await findAccountByEmail(db, email);
  if (!found || found.isHouse) throw new AppError('NOT_FOUND');
  const { passwordHash: _kept, ...account } = found;
  return account;
}

/** Sets an account's type, by its e-mail address; NOT_FOUND where the address has no account (DESIGN D39). */
export async function setAccountType(db: Db, email: string, type: AccountType): Promise<Account> {
  const account = await getAccountByEmail(db, email);
  await updateAccountType(db, account.id, type);
  return { ...account, accountType: type };
}

/** The newest accounts first, of one type or of all. */
export function listAccounts(
  db: Db,
  filter: { accountType: AccountType | undefined; limit: number },
): Promise<Account[]> {
  return findNewestAccounts(db, filter);
}

/** One at a time for an account, to the transaction's end: what it may have only once is checked behind this. */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await lockAccountRow(trx, accountId);
}
