import { inTransaction } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { derivedId } from '../lib/ids.ts';
import { formatMembershipNumber } from '../lib/membership-number.ts';
import {
  type Cancellation,
  cancelSubscription,
  resumeSubscription,
} from '../payments/subscriptions/subscription-cancellation.service.ts';
import type { CancelInput, CancelReason } from './membership.schema.ts';
import { requireOwnMembership, type StoredMembership } from './membership.service.ts';
import { canResume, isCurrent } from './membership-state.ts';

interface Owner {
  id: string;
  email: string;
}

/**
 * Cancels a membership at the end of its period or, if a payment is overdue, immediately (D26). Does nothing
 * if it is already canceled or has ended. Throws NOT_ALLOWED for an employee card, because only the company
 * can end it.
 */
export async function cancelMembership(
  deps: Deps,
  account: Owner,
  { number, reason }: CancelInput,
): Promise<void> {
  const membership = await requireOwnMembership(deps.db, account.id, number);
  await endMembership(deps, membership, { email: account.email, reason });
}

interface CancelOptions extends Pick<Cancellation, 'isImmediate' | 'onSave'> {
  /** The notice is sent to this address. */
  email: string;
  reason?: CancelReason | null | undefined;
}

/** The caller must have checked who owns the membership. */
export async function endMembership(
  deps: Deps,
  membership: StoredMembership,
  { email, ...options }: CancelOptions,
): Promise<void> {
  if (membership.isEmployeeCard) throw new AppError('NOT_ALLOWED');
  if (!isCurrent(membership, deps.now())) return;
  const { subscriptionId } = membership;
  const { canceledAt, endedAt } = await cancelSubscription(deps, { subscriptionId, ...options });
  const usableUntil = endedAt ? null : membership.periodEnd.toISOString();
  const purpose = options.isImmediate
    ? `membership-ended:${endedAt?.toISOString()}`
    : `membership-cancelled:${canceledAt?.toISOString()}`;
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'membership-cancelled',
        to: email,
        props: { ...describeForMail(membership), usableUntil },
      },
      // A repeated request sends no second notice, but canceling again after a resumption does.
      { id: derivedId(purpose, subscriptionId) },
    ),
  );
}

/**
 * Undoes a cancellation. Does nothing if the membership isn't canceled. Throws MEMBERSHIP_INVALID if it has
 * ended, and NOT_ALLOWED for an employee card.
 */
export async function resumeMembership(deps: Deps, account: Owner, number: string): Promise<void> {
  const membership = await requireOwnMembership(deps.db, account.id, number);
  await restartMembership(deps, membership, account.email);
}

export function isResumable(membership: StoredMembership, now: Date): boolean {
  return canResume(membership, now);
}

/** The caller must have checked who owns the membership. The notice is sent to `email`. */
export async function restartMembership(
  deps: Deps,
  membership: StoredMembership,
  email: string,
  onSave?: Cancellation['onSave'],
): Promise<void> {
  if (membership.isEmployeeCard) throw new AppError('NOT_ALLOWED');
  const { subscriptionId, canceledAt } = membership;
  const { periodEnd } = await resumeSubscription(deps, subscriptionId, onSave);
  if (!canceledAt) return;
  await inTransaction(deps.db, (trx) =>
    deps.jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'membership-resumed',
        to: email,
        props: { ...describeForMail(membership), renewsOn: periodEnd.toISOString() },
      },
      { id: derivedId(`membership-resumed:${canceledAt.toISOString()}`, subscriptionId) },
    ),
  );
}

function describeForMail({ firstname, planName, number }: StoredMembership) {
  return { firstname, planName, number: formatMembershipNumber(number) };
}
