import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { EmployeeCardChange } from '../../../platform/mails/employee-mails.ts';
import {
  findCardholder,
  type Invitee,
  lockUnclaimed,
  lockUninvited,
  setInvited,
} from './invitation.repository.ts';

/** Small, because a transaction blocks every other query on the embedded database. */
const BATCH_SIZE = 10;

/** Employees are invited by a job, because enqueuing hundreds of emails would slow the purchase down. */
export async function enqueueInvitations(
  deps: Pick<Deps, 'jobs'>,
  trx: Trx,
  companyId: string,
): Promise<void> {
  await deps.jobs.enqueue(trx, 'invite-employees', { companyId });
}

/** Invites the company's employees who weren't invited yet. Safe to repeat after a crash. */
export async function inviteEmployees(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  companyId: string,
): Promise<void> {
  for (;;) {
    const invitedCount = await inTransaction(deps.db, async (trx) => {
      const invitees = await lockUninvited(trx, companyId, BATCH_SIZE);
      await invite(deps, trx, invitees);
      return invitees.length;
    });
    if (invitedCount < BATCH_SIZE) return;
  }
}

async function invite(
  deps: Pick<Deps, 'jobs' | 'now'>,
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
        claimUrl: { kind: 'claim', id: membershipId },
      },
    });
  }
  const ids = invitees.map(({ membershipId }) => membershipId);
  if (ids.length > 0) await setInvited(trx, ids, deps.now());
}

/** Prevents repeated clicks from filling an employee's mailbox. */
const MIN_RESEND_INTERVAL_MS = 60_000;

/**
 * Sends an employee's invitation again. Throws MEMBERSHIP_NOT_FOUND if the card isn't one of the account's,
 * has no email address, or was claimed, replaced, or refunded. Throws INVITED_JUST_NOW within a minute of the
 * last invitation.
 */
export async function resendInvitation(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  accountId: string,
  membershipId: string,
  /** Runs in the same transaction. */
  onInvite?: (trx: Trx) => Promise<void>,
): Promise<true> {
  await inTransaction(deps.db, async (trx) => {
    const invitee = await lockUnclaimed(trx, accountId, membershipId);
    if (!invitee) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const elapsedMs = deps.now().getTime() - (invitee.invitedAt?.getTime() ?? 0);
    if (elapsedMs < MIN_RESEND_INTERVAL_MS) throw new AppError('INVITED_JUST_NOW');
    await invite(deps, trx, [invitee]);
    await onInvite?.(trx);
  });
  return true;
}

/** Notifies an employee of a change to the card. Does nothing if we have no email address. */
export async function mailEmployee(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Trx,
  membershipId: string,
  { change, endsAt }: { change: EmployeeCardChange; endsAt: Date | null },
): Promise<void> {
  const holder = await findCardholder(trx, membershipId);
  if (!holder?.email) return;
  const { email, firstname, companyName, number } = holder;
  await jobs.enqueue(trx, 'mail', {
    mail: 'employee-card-change',
    to: email,
    props: {
      change,
      firstname,
      companyName,
      number: formatMembershipNumber(number),
      endsAt: endsAt?.toISOString() ?? null,
    },
  });
}
