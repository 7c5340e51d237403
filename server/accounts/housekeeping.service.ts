import type { Deps } from '../deps.ts';
import { deleteSessionsEndedBefore } from './session.repository.ts';
import { deleteStaffTokensExpiredBefore } from './staff-token.repository.ts';
import { deleteUsedTokensExpiredBefore } from './used-token.repository.ts';

export async function deleteExpiredSessions({ db, now }: Deps): Promise<void> {
  await deleteSessionsEndedBefore(db, now());
}

/** A token past its expiry is refused by its date; its use need not be remembered any longer. */
export async function deleteExpiredTokens({ db, now }: Deps): Promise<void> {
  await deleteUsedTokensExpiredBefore(db, now());
  await deleteStaffTokensExpiredBefore(db, now());
}
