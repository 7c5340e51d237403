import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { recordSecurityEvent } from '../../platform/monitoring/security-events.ts';
import { endAccess } from '../../platform/security/end-access.service.ts';
import { findActiveSessions } from '../../platform/security/session.repository.ts';
import { findAccount, lockAccountRow, updateName } from './account.repository.ts';
import type { PersonName } from './profile/profile.schema.ts';

// Actions of staff on a member's account.

/**
 * Corrects an account's name but not the names on its memberships. Throws NOT_FOUND, or CHANGED_SINCE if the
 * name is no longer `previous`.
 */
export async function correctAccountName(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, previous, name }: { id: string; previous: PersonName; name: PersonName },
  { actorId, reason }: StaffAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockAccountRow(trx, id);
    const account = await findAccount(trx, id);
    if (!account || account.isHouse) throw new AppError('NOT_FOUND');
    if (account.firstname !== previous.firstname || account.lastname !== previous.lastname) {
      throw new AppError('CHANGED_SINCE');
    }
    await updateName(trx, id, name);
    const subject = `account:${id}`;
    // The audit log is kept forever, so it has no names.
    await recordAudit(trx, { actorId, action: 'account.correct-name', subject, reason, at: now() });
  });
}

/** Signs an account out everywhere, and ends what could give access to it. Returns the number of sessions that ended. */
export async function endAllSessions(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  accountId: string,
  { actorId, reason }: StaffAuthor,
): Promise<number> {
  const endedCount = await inTransaction(db, async (trx) => {
    const sessions = await findActiveSessions(trx, accountId, now());
    await endAccess(trx, accountId, { keptSessionId: null });
    await recordAudit(trx, {
      actorId,
      action: 'account.end-sessions',
      subject: `account:${accountId}`,
      reason,
      at: now(),
      change: { before: String(sessions.length), after: '0' },
    });
    return sessions.length;
  });
  recordSecurityEvent(log, 'sessions-ended', { accountId });
  return endedCount;
}
