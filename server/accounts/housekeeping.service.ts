import type { Deps } from '../deps.ts';
import { deleteSessionsEndedBefore } from './sessions/session.repository.ts';
import { deleteStaffTokensExpiredBefore } from './sessions/staff-token.repository.ts';
import { deleteUsedTokensExpiredBefore } from './used-token.repository.ts';

export async function deleteExpiredSessions({ db, now }: Deps): Promise<void> {
  await deleteSessionsEndedBefore(db, now());
}

/** An expired token is rejected by its date, so the record of its use is no longer needed. */
export async function deleteExpiredTokens({ db, now }: Deps): Promise<void> {
  await deleteUsedTokensExpiredBefore(db, now());
  await deleteStaffTokensExpiredBefore(db, now());
}
