import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { setFamily } from './family.repository.ts';
import type { FamilyNames } from './family.schema.ts';
import { requireOwnMembership } from './membership.service.ts';
import { isCurrent } from './membership-state.shared.ts';

/**
 * Replaces the names on an account's family card. A trigger marks its wallet passes as changed. Throws
 * MEMBERSHIP_NOT_FOUND, or MEMBERSHIP_INVALID if the membership isn't for a family, or has ended.
 */
export async function editFamily(
  deps: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  numberText: string,
  names: FamilyNames,
): Promise<void> {
  const membership = await requireOwnMembership(deps.db, accountId, numberText);
  if (!membership.isFamily) {
    throw new AppError('MEMBERSHIP_INVALID', { message: 'Only a family membership includes other people.' });
  }
  if (!isCurrent(membership, deps.now())) throw new AppError('MEMBERSHIP_INVALID');
  await inTransaction(deps.db, (trx) => setFamily(trx, { id: membership.id, accountId }, names));
}
