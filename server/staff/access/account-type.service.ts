import type { AccountType } from '../../domains/accounts/account.schema.ts';
import { setAccountType } from '../../domains/accounts/account.service.ts';
import { isAffiliateType } from '../../domains/affiliates/affiliate.schema.ts';
import { ensureReferenceCode } from '../../domains/affiliates/affiliate.service.ts';
import type { Deps } from '../../platform/deps.ts';

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
