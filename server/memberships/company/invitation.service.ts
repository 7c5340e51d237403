import { inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { claimLink } from '../claim.service.ts';
import { type Invitee, lockUnclaimed, lockUninvited, setInvited } from './invitation.repository.ts';

/** So many mails go into the outbox at once: on the embedded database, everybody else waits for as long. */
const BATCH = 10;

/** Has the company's new employees invited once the transaction stands: hundreds of mails are no part of a purchase. */
export async function inviteLater(deps: Pick<Deps, 'jobs'>, trx: Trx, companyId: string): Promise<void> {
  await deps.jobs.enqueue(trx, 'invite-employees', { companyId });
}

/** Writes to every employee of a company whom nobody wrote to yet; going on after a crash invites nobody twice. */
export async function inviteEmployees(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'signer'>,
  companyId: string,
): Promise<void> {
  for (;;) {
    const invited = await inTransaction(deps.db, async (trx) => {
      const invitees = await lockUninvited(trx, companyId, BATCH);
      await invite(deps, trx, invitees);
      return invitees.length;
    });
    if (invited < BATCH) return;
  }
}

async function invite(
  deps: Pick<Deps, 'config' | 'jobs' | 'now' | 'signer'>,
  trx: Trx,
  invitees: readonly Invitee[],
): Promise<void> {
  for (const { membershipId, email, companyName, firstname, number, planName } of invitees) {
    if (email === null) continue;
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'employee-invitation',
      to: email,
      props: {
        firstname,
        companyName,
        planName,
        number: formatMembershipNumber(number),
        claimUrl: await claimLink(deps, membershipId),
      },
    });
  }
  const ids = invitees.map(({ membershipId }) => membershipId);
  if (ids.length > 0) await setInvited(trx, ids, deps.now());
}

/** How soon after one invitation the next may follow: nobody's mailbox is filled at the press of a button. */
const AGAIN_MS = 60_000;

/**
 * Sends the invitation to one of the account's own cards again. MEMBERSHIP_NOT_FOUND where it is another's, has no
 * e-mail address, was claimed or was replaced; INVITED_JUST_NOW within a minute.
 */
export async function resendInvitation(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now' | 'signer'>,
  accountId: string,
  membershipId: string,
): Promise<true> {
  await inTransaction(deps.db, async (trx) => {
    const invitee = await lockUnclaimed(trx, accountId, membershipId);
    if (!invitee) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const since = deps.now().getTime() - (invitee.invitedAt?.getTime() ?? 0);
    if (since < AGAIN_MS) throw new AppError('INVITED_JUST_NOW');
    await invite(deps, trx, [invitee]);
  });
  return true;
}
