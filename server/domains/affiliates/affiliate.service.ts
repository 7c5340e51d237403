import { randomInt } from 'node:crypto';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError, errorSentence } from '../../lib/errors.ts';
import type { Account } from '../accounts/account.repository.ts';
import { getAccount, lockAccount } from '../accounts/account.service.ts';
import {
  assignReferenceCode,
  findCompletedSignup,
  findSignup,
  isInDownline,
  lockReferrals,
  lockSignup,
  markSignupCompleted,
  type NewSignup,
  type StoredSignup,
  updateAffiliateRole,
  upsertSignup,
} from './affiliate.repository.ts';
import { type AffiliateRole, type RequestedRole, ROLE_TYPES } from './affiliate.schema.ts';

/** Omits 0, O, 1, I, and L, because people confuse them. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RANDOM_LENGTH = 4;
const MAX_NAME_LENGTH = 10;

/** Creates a code that is easy to read aloud, such as 'MARIA7K2M'. Each retry adds a random character. */
export function createReferenceCode(firstname: string, attempt = 0): string {
  const name = firstname
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, MAX_NAME_LENGTH);
  const random = Array.from({ length: RANDOM_LENGTH + attempt }, () =>
    CHARACTERS.charAt(randomInt(CHARACTERS.length)),
  );
  return (name || 'CARD') + random.join('');
}

/** The message when an account of this type signs up for a role that it can't add. */
const CONFLICT_MESSAGES: Record<number, string> = {
  0: 'You already have a Basic Account!',
  1: 'You are already signed up to be an Influencer!',
  2: 'You already are part of the Business Loyalty Program!',
  3: 'You already signed up to be an Educator!',
  10: 'Your account is set to be an admin. You cannot register for a different type of account.',
  42: 'Your account is set to be a developer. You cannot register for a different type of account.',
};
const ALREADY_FRIEND = 'You are already signed up to be a Friend!';

const getRoleType = (role: RequestedRole) => (role === 'basic' ? 0 : ROLE_TYPES[role]);

/**
 * Returns why the account can't sign up for a role, or null if it can. This depends on the account type. For
 * friends, it depends only on the friend flag (D23).
 */
export function findRoleConflict(
  { accountType, isFriend }: Pick<Account, 'accountType' | 'isFriend'>,
  role: RequestedRole,
): string | null {
  const requestedType = getRoleType(role);
  if (requestedType === null) return isFriend ? ALREADY_FRIEND : null;
  return accountType >= requestedType ? getTypeMessage(accountType) : null;
}

function getTypeMessage(type: number): string {
  return CONFLICT_MESSAGES[type] ?? errorSentence('ALREADY_SIGNED_UP');
}

/**
 * Like `findRoleConflict`, but also returns a refusal if the account has a completed signup for the role,
 * even if staff have since changed its type. Throws NOT_SIGNED_IN if there is no such account.
 */
export async function findSignupConflict(
  db: Db,
  accountId: string,
  role: RequestedRole,
): Promise<{ refusal: string | null; account: Account }> {
  const account = await getAccount(db, accountId);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  const refusal = findRoleConflict(account, role);
  if (refusal !== null || role === 'basic' || !(await findCompletedSignup(db, accountId, role))) {
    return { refusal, account };
  }
  const type = ROLE_TYPES[role];
  return { refusal: type === null ? ALREADY_FRIEND : getTypeMessage(type), account };
}

/**
 * Throws ALREADY_SIGNED_UP if the account can't sign up for the role. Lock the account first, and call this
 * before writing.
 */
export async function requireSignupAllowed(trx: Trx, accountId: string, role: AffiliateRole): Promise<void> {
  const { refusal } = await findSignupConflict(trx, accountId, role);
  if (refusal !== null) throw new AppError('ALREADY_SIGNED_UP', { message: refusal });
}

/** Returns the account's signup with this id, whether or not it is complete. */
export function findOwnSignup(
  db: Db,
  ownKeys: { id: string; accountId: string },
): Promise<StoredSignup | undefined> {
  return findSignup(db, ownKeys);
}

/** The signup has no effect until it is completed. */
export function saveSignup(trx: Trx, signup: NewSignup): Promise<void> {
  return upsertSignup(trx, signup);
}

/** True if the account got the role from another signup in which it bought a membership. */
export async function hasOtherPaidSignup(
  trx: Trx,
  { accountId, role, signupId }: { accountId: string; role: AffiliateRole; signupId: string },
): Promise<boolean> {
  await lockAccount(trx, accountId);
  const completedSignup = await findCompletedSignup(trx, accountId, role);
  return (
    completedSignup !== undefined && completedSignup.id !== signupId && completedSignup.purchaseId !== null
  );
}

export interface CompletedSignup extends StoredSignup {
  firstname: string;
  lastname: string;
  email: string;
  referenceCode: string;
}

/**
 * Gives the account the role that it signed up for: its account type or flag, a reference code, and its
 * recruiter. Returns null if this signup, or another one for the role, was already completed.
 */
export async function completeSignup(
  trx: Trx,
  signupId: string,
  { purchaseId, now }: { purchaseId: string | null; now: Date },
): Promise<CompletedSignup | null> {
  const signup = await lockSignup(trx, signupId);
  if (!signup) throw new Error(`There is no sign-up ${signupId}`);
  const { accountId, role, referrerId } = signup;
  await lockAccount(trx, accountId);
  if (signup.completedAt || (await findCompletedSignup(trx, accountId, role))) return null;
  await markSignupCompleted(trx, signupId, { purchaseId, completedAt: now });

  await lockReferrals(trx);
  // No account may be in its own downline, even indirectly.
  const isCircular = await isInDownline(trx, referrerId, accountId);
  const account = await updateAffiliateRole(trx, accountId, {
    accountType: getRoleType(role) ?? 0,
    isInfluencer: role === 'influencer',
    isFriend: role === 'friend',
    referredBy: isCircular ? null : referrerId,
  });
  const referenceCode = account.referenceCode ?? (await assignUnusedCode(trx, accountId, account.firstname));
  return { ...signup, ...account, referenceCode, purchaseId, completedAt: now };
}

/** Does nothing if the account already has a reference code. */
export async function ensureReferenceCode(db: Db, accountId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockReferrals(trx);
    const account = await getAccount(trx, accountId);
    if (account && !account.referenceCode) await assignUnusedCode(trx, accountId, account.firstname);
  });
}

const MAX_CODE_ATTEMPTS = 8;

async function assignUnusedCode(trx: Trx, accountId: string, firstname: string): Promise<string> {
  for (let attempt = 0; attempt < MAX_CODE_ATTEMPTS; attempt++) {
    const code = createReferenceCode(firstname, attempt);
    if (await assignReferenceCode(trx, accountId, code)) return code;
  }
  throw new Error(`No free reference code among ${MAX_CODE_ATTEMPTS}`);
}
