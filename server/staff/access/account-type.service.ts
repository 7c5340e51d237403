import type { AccountType } from '../../domains/accounts/account.schema.ts';
import { getAccount, setAccountType } from '../../domains/accounts/account.service.ts';
import { isAffiliateType } from '../../domains/affiliates/affiliate.schema.ts';
import { ensureReferenceCode } from '../../domains/affiliates/affiliate.service.ts';
import { AppError } from '../../lib/errors.ts';
import { isDeveloper, isStaff } from '../../lib/staff-permissions.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { typeName } from './account-type.schema.ts';

interface TypeChange {
  type: AccountType;
  actorId: string | null;
  reason: string | null;
  /** The type that the actor saw. */
  from?: number;
}

/**
 * Changes an account's type (D39), and gives a new affiliate a reference code. Throws NOT_FOUND, or
 * CHANGED_SINCE if the type is no longer `from`.
 */
export async function changeAccountType(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  change: TypeChange,
): Promise<void> {
  await setAccountType(deps, accountId, change);
  if (isAffiliateType(change.type)) await ensureReferenceCode(deps.db, accountId);
}

/** Throws NOT_FOUND, or NOT_ALLOWED if the old or new type is staff and the caller isn't a developer. */
export async function previewAccountType(
  { deps, account: actor }: AccountContext,
  { id, type }: { id: string; type: AccountType },
) {
  const account = await getAccount(deps.db, id);
  if (!account || account.isHouse) throw new AppError('NOT_FOUND');
  const isAboutStaff = isStaff(account.accountType) || isStaff(type);
  if (isAboutStaff && !isDeveloper(actor.accountType)) {
    throw new AppError('NOT_ALLOWED', { message: 'Only developers can add or remove staff.' });
  }
  const [before, after] = [typeName(account.accountType), typeName(type)];
  return {
    effects: [
      `${account.email} changes from ${before} to ${after}.`,
      ...(isStaff(type) && !isStaff(account.accountType)
        ? ['They can open this console once they have a staff token and a passkey.']
        : []),
      ...(isStaff(account.accountType) && !isStaff(type) ? ['They can no longer open this console.'] : []),
    ],
    state: account.accountType,
    email: account.email,
    from: account.accountType,
  };
}
