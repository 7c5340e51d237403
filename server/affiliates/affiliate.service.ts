import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { Account } from '../accounts/account.repository.ts';
import { getAccount, lockAccount } from '../accounts/account.service.ts';
import { AppError, errorSentence } from '../errors.ts';
import {
  findCompletedSignup,
  findSignup,
  giveReferenceCode,
  leadsTo,
  lockReferrals,
  lockSignup,
  markSignupCompleted,
  type NewSignup,
  raiseAffiliate,
  type StoredSignup,
  upsertSignup,
} from './affiliate.repository.ts';
import { type AffiliateRole, type RequestedRole, ROLE_TYPES } from './affiliate.schema.ts';
import { newReferenceCode } from './reference-code.ts';

/** What an account of each type is told (SPEC section 6). */
const REFUSALS: Record<number, string> = {
  0: 'You already have a Basic Account!',
  1: 'You are already signed up to be an Influencer!',
  2: 'You already are part of the Business Loyalty Program!',
  3: 'You already signed up to be an Educator!',
  10: 'Your account is set to be an admin. You cannot register for a different type of account.',
  42: 'Your account is set to be a developer. You cannot register for a different type of account.',
};
const FRIEND_ALREADY = 'You are already signed up to be a Friend!';

const typeOf = (role: RequestedRole) => (role === 'basic' ? 0 : ROLE_TYPES[role]);

/**
 * The sentence that refuses a role to an account; null where it may have it (SPEC section 6, DESIGN D23). By account
 * type, in the words of the account's own; a friend by the flag alone.
 */
export function refusalFor(
  { accountType, isFriend }: Pick<Account, 'accountType' | 'isFriend'>,
  role: RequestedRole,
): string | null {
  const requested = typeOf(role);
  if (requested === null) return isFriend ? FRIEND_ALREADY : null;
  return accountType >= requested ? refusalOfType(accountType) : null;
}

function refusalOfType(type: number): string {
  return REFUSALS[type] ?? errorSentence('ALREADY_SIGNED_UP');
}

/** The same for an account as it stands; a role that was signed up for stays so, whatever staff made of its type. */
export async function findRefusal(
  db: Db,
  accountId: string,
  role: RequestedRole,
): Promise<{ refusal: string | null; account: Account }> {
  const account = await getAccount(db, accountId);
  if (!account) throw new AppError('NOT_SIGNED_IN');
  const refusal = refusalFor(account, role);
  if (refusal !== null || role === 'basic' || !(await findCompletedSignup(db, accountId, role))) {
    return { refusal, account };
  }
  const type = ROLE_TYPES[role];
  return { refusal: type === null ? FRIEND_ALREADY : refusalOfType(type), account };
}

/** ALREADY_SIGNED_UP in those words; to be asked behind the account's lock before anything is written. */
export async function requireMaySignUp(trx: Trx, accountId: string, role: AffiliateRole): Promise<void> {
  const { refusal } = await findRefusal(trx, accountId, role);
  if (refusal !== null) throw new AppError('ALREADY_SIGNED_UP', { message: refusal });
}

/** An account's own sign-up, complete or not. */
export function findOwnSignup(
  db: Db,
  own: { id: string; accountId: string },
): Promise<StoredSignup | undefined> {
  return findSignup(db, own);
}

/** Keeps what was signed; it brings nothing until it is complete. */
export function keepSignup(trx: Trx, signup: NewSignup): Promise<void> {
  return upsertSignup(trx, signup);
}

/** Whether the role came to the account by another sign-up, for which a membership was paid. */
export async function isSignedUpByAnother(
  trx: Trx,
  { accountId, role, signupId }: { accountId: string; role: AffiliateRole; signupId: string },
): Promise<boolean> {
  await lockAccount(trx, accountId);
  const completed = await findCompletedSignup(trx, accountId, role);
  return completed !== undefined && completed.id !== signupId && completed.purchaseId !== null;
}

export interface CompletedSignup extends StoredSignup {
  firstname: string;
  lastname: string;
  email: string;
  referenceCode: string;
}

/**
 * Makes the account what it signed up to be: type or flag, a reference code where it has none, who brought it in. Done
 * twice it changes nothing and answers null, as where another sign-up for the role was first.
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
  // Nobody is in their own downline, over however many others.
  const isLoop = await leadsTo(trx, referrerId, accountId);
  const raised = await raiseAffiliate(trx, accountId, {
    accountType: typeOf(role) ?? 0,
    isInfluencer: role === 'influencer',
    isFriend: role === 'friend',
    referredBy: isLoop ? null : referrerId,
  });
  const referenceCode = raised.referenceCode ?? (await giveCode(trx, accountId, raised.firstname));
  return { ...signup, ...raised, referenceCode, purchaseId, completedAt: now };
}

/** Gives an account a reference code where it has none, as one that staff made an affiliate. */
export async function ensureReferenceCode(db: Db, accountId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockReferrals(trx);
    const account = await getAccount(trx, accountId);
    if (account && !account.referenceCode) await giveCode(trx, accountId, account.firstname);
  });
}

const MOST_TRIES = 8;

async function giveCode(trx: Trx, accountId: string, firstname: string): Promise<string> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const code = newReferenceCode(firstname, tried);
    if (await giveReferenceCode(trx, accountId, code)) return code;
  }
  throw new Error(`No free reference code among ${MOST_TRIES}`);
}
