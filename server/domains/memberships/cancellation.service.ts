import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { derivedId } from '../../lib/ids.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  type Cancellation,
  cancelSubscription,
  resumeSubscription,
} from '../payments/subscriptions/subscription-cancellation.service.ts';
import { enqueuePlanKept } from './company/employee-notice.service.ts';
import { findGuestBuyer, type GuestBuyer } from './membership.repository.ts';
import type { CancelInput, CancelReason } from './membership.schema.ts';
import { requireOwnMembership, type StoredMembership } from './membership.service.ts';
import { isCurrent } from './membership-state.shared.ts';

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

/** Who is notified of a change. */
interface Recipients {
  /** The address of the person who makes the change. */
  email: string;
  /** The address of the holder, if someone else makes the change because they pay for the membership. */
  holderEmail?: string | undefined;
}

interface CancelOptions extends Recipients, Pick<Cancellation, 'isImmediate' | 'onSave'> {
  reason?: CancelReason | null | undefined;
}

/**
 * The caller must have checked who owns the membership. Notifies the guest who bought it too, who may have paid
 * for somebody else.
 */
export async function endMembership(
  deps: Deps,
  membership: StoredMembership,
  { email, holderEmail, ...options }: CancelOptions,
): Promise<void> {
  if (membership.isEmployeeCard) throw new AppError('NOT_ALLOWED');
  if (!isCurrent(membership, deps.now())) return;
  const { subscriptionId } = membership;
  const buyer = await findGuestBuyer(deps.db, subscriptionId);
  const { canceledAt, endedAt } = await cancelSubscription(deps, { subscriptionId, ...options });
  const usableUntil = endedAt ? null : membership.periodEnd.toISOString();
  const purpose = options.isImmediate
    ? `membership-ended:${endedAt?.toISOString()}`
    : `membership-cancelled:${canceledAt?.toISOString()}`;
  await inTransaction(deps.db, async (trx) => {
    for (const { to, suffix, ...recipient } of listNotices({ email, holderEmail }, buyer)) {
      const props = { ...describeForMail(membership), usableUntil, ...recipient };
      // A repeated request sends no second notice, but canceling again after a resumption does.
      const id = derivedId(`${purpose}${suffix}`, subscriptionId);
      await deps.jobs.enqueue(trx, 'mail', { mail: 'membership-cancelled', to, props }, { id });
    }
  });
}

function listNotices({ email, holderEmail }: Recipients, buyer: GuestBuyer | undefined) {
  const notices = [{ to: email, suffix: '', isByPayer: false, isForBuyer: false }];
  const add = (to: string | undefined, notice: Omit<(typeof notices)[number], 'to'>) => {
    if (to && !notices.some((other) => other.to.toLowerCase() === to.toLowerCase()))
      notices.push({ to, ...notice });
  };
  add(holderEmail, { suffix: ':holder', isByPayer: true, isForBuyer: false });
  add(buyer?.email, { suffix: ':buyer', isByPayer: false, isForBuyer: true });
  return notices;
}

/**
 * Undoes a cancellation. Does nothing if the membership isn't canceled. Throws MEMBERSHIP_INVALID if it has
 * ended, and NOT_ALLOWED for an employee card. Notifies the guest who bought it too, whose card may be charged
 * again.
 */
export async function resumeMembership(deps: Deps, account: Owner, number: string): Promise<void> {
  const membership = await requireOwnMembership(deps.db, account.id, number);
  const buyer = await findGuestBuyer(deps.db, membership.subscriptionId);
  const isSomeoneElse = buyer?.email.toLowerCase() !== account.email.toLowerCase();
  await restartMembership(deps, membership, {
    email: account.email,
    buyer: isSomeoneElse ? buyer : undefined,
  });
}

interface ResumeRecipients {
  /** The address of the person who makes the change. */
  email: string;
  /** The guest who bought the membership, if someone else makes the change. */
  buyer?: GuestBuyer | undefined;
}

/** The caller must have checked who owns the membership. */
export async function restartMembership(
  deps: Deps,
  membership: StoredMembership,
  { email, buyer }: ResumeRecipients,
  onSave?: Cancellation['onSave'],
): Promise<void> {
  if (membership.isEmployeeCard) throw new AppError('NOT_ALLOWED');
  const { subscriptionId, canceledAt } = membership;
  const { periodEnd } = await resumeSubscription(deps, subscriptionId, async (trx) => {
    if (membership.isCompanyPlan) await enqueuePlanKept(deps, trx, membership);
    await onSave?.(trx);
  });
  if (!canceledAt) return;
  const purpose = `membership-resumed:${canceledAt.toISOString()}`;
  const props = { ...describeForMail(membership), renewsOn: periodEnd.toISOString() };
  await inTransaction(deps.db, async (trx) => {
    const id = derivedId(purpose, subscriptionId);
    await deps.jobs.enqueue(trx, 'mail', { mail: 'membership-resumed', to: email, props }, { id });
    if (!buyer) return;
    const cancelUrl = { kind: 'guest-cancel' as const, id: buyer.purchaseId };
    await deps.jobs.enqueue(
      trx,
      'mail',
      { mail: 'membership-resumed', to: buyer.email, props: { ...props, cancelUrl } },
      { id: derivedId(`${purpose}:buyer`, subscriptionId) },
    );
  });
}

function describeForMail({ firstname, planName, number, isCompanyPlan }: StoredMembership) {
  const company = isCompanyPlan ? { isCompany: true } : {};
  return { firstname, planName, number: formatMembershipNumber(number), ...company };
}
