import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import type { PersonName } from '../accounts/profile/profile.schema.ts';
import { findHolderLatinName, setHolderName } from './holder-name.repository.ts';
import { lockMembership } from './membership.repository.ts';

export { findHolderLatinName };

/**
 * Corrects the name on a membership for staff. A trigger marks its wallet passes as changed. Throws
 * MEMBERSHIP_NOT_FOUND, or CHANGED_SINCE if the name is no longer `previous`.
 */
export async function correctHolderName(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, previous, name }: { id: string; previous: PersonName; name: PersonName },
  { actorId, reason }: { actorId: string; reason: string },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const membership = await lockMembership(trx, id);
    if (!membership) throw new AppError('MEMBERSHIP_NOT_FOUND');
    if (membership.firstname !== previous.firstname || membership.lastname !== previous.lastname) {
      throw new AppError('CHANGED_SINCE');
    }
    await setHolderName(trx, id, name);
    const subject = `membership:${id}`;
    // The audit log is kept forever, so it has no names.
    await recordAudit(trx, { actorId, action: 'membership.correct-name', subject, reason, at: now() });
  });
}
