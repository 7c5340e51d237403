import type { Deps } from '../../platform/deps.ts';
import { deleteUsedTokensExpiredBefore } from '../../platform/security/used-token.repository.ts';
import { deleteStaffTokensExpiredBefore } from './sessions/staff-token.repository.ts';

/** Expired tokens are rejected anyway, so we no longer need to know that they were used. */
export async function deleteExpiredTokens({ db, now }: Deps): Promise<void> {
  await deleteUsedTokensExpiredBefore(db, now());
  await deleteStaffTokensExpiredBefore(db, now());
}
