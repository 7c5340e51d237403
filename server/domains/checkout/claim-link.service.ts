import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { resendInvitation } from '../memberships/company/invitation.service.ts';
import { requireMembership } from '../memberships/membership.service.ts';
import { findMembershipEmail } from './membership-contact.service.ts';

/**
 * Emails a new link to claim a membership to its buyer or, if it is an employee card, to the employee. Throws
 * ALREADY_CLAIMED.
 */
export async function sendClaimLink(
  deps: Deps,
  membershipId: string,
  { actorId, reason }: { actorId: string; reason: string },
): Promise<void> {
  const membership = await requireMembership(deps.db, membershipId);
  if (membership.accountId !== null) throw new AppError('ALREADY_CLAIMED');
  const record = (trx: Trx) =>
    recordAudit(trx, {
      actorId,
      action: 'membership.send-claim',
      subject: `membership:${membershipId}`,
      reason,
      at: deps.now(),
    });
  if (membership.isEmployeeCard && membership.payerId) {
    await resendInvitation(deps, membership.payerId, membershipId, record);
    return;
  }
  const email = await findMembershipEmail(deps.db, membership);
  await inTransaction(deps.db, async (trx) => {
    await record(trx);
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'claim-link',
      to: email,
      props: {
        firstname: membership.firstname,
        planName: membership.planName,
        number: formatMembershipNumber(membership.number),
        claimUrl: { kind: 'claim', id: membershipId },
      },
    });
  });
}
