import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { requireMembership } from '../../memberships/membership.service.ts';
import type { CardAddress } from '../../memberships/physical-card/physical-card.schema.ts';
import {
  describeCard,
  lockCardState,
  queuePhysicalCard,
} from '../../memberships/physical-card/physical-card.service.ts';
import { findMembershipEmail } from '../membership-contact.service.ts';

/**
 * Queues a physical card with the same number for shipping, without a charge, and emails the holder. Throws
 * CARD_WAITING if one is waiting to be shipped, and MEMBERSHIP_INVALID if the membership isn't active.
 */
export async function queueCardForMember(
  deps: Deps,
  { membershipId, address }: { membershipId: string; address: CardAddress },
  { actorId, reason }: { actorId: string; reason: string },
): Promise<void> {
  const membership = await requireMembership(deps.db, membershipId);
  const email = await findMembershipEmail(deps.db, membership);
  const { sentWithin, recipient } = await describeCard(deps, membership);
  await inTransaction(deps.db, async (trx) => {
    const now = deps.now();
    const state = await lockCardState(trx, membershipId, now);
    if (state === 'requested') throw new AppError('CARD_WAITING');
    if (state === 'closed') throw new AppError('MEMBERSHIP_INVALID');
    const isReplacement = state === 'sent';
    const request = { membershipId, recipient, email, address, requestedAt: now, isReplacement };
    if (!(await queuePhysicalCard(trx, request))) throw new AppError('CARD_WAITING');
    await recordAudit(trx, {
      actorId,
      action: isReplacement ? 'card.replace' : 'card.request',
      subject: `membership:${membershipId}`,
      reason,
      at: now,
    });
    const { firstname } = membership;
    const number = formatMembershipNumber(membership.number);
    const props = { firstname, recipient, number, address, sentWithin };
    await deps.jobs.enqueue(trx, 'mail', { mail: 'card-requested', to: email, props });
  });
}
