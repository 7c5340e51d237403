import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { findSubscriptionById, saveGrant } from '../payments/subscriptions/subscription.service.ts';
import { findMembershipByNumber, type StoredMembership } from './membership.repository.ts';

const DAY_MS = 86_400_000;

interface Grant {
  number: string;
  /** Counted from the membership's expiry or, if that has passed, from now. */
  days: number;
  /** The expiry that staff saw. */
  expiresAt: Date;
  /** The address that is notified. */
  email: string;
}

/**
 * Extends a membership on behalf of staff, and returns its new expiry. For a company's own membership, also
 * extends all its cards (D26). Stripe's renewal date doesn't change, so a grant delays no charge. Emails the given address. Throws
 * MEMBERSHIP_NOT_FOUND, NOT_ALLOWED for an employee's card, MEMBERSHIP_INVALID if the membership has ended, or
 * CHANGED_SINCE if the expiry isn't what staff saw.
 */
export async function extendMembership(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  grant: Grant,
  author: StaffAuthor,
): Promise<Date> {
  for (;;) {
    const after = await inTransaction(deps.db, (trx) => tryToExtend(deps, trx, grant, author));
    // Undefined if the subscription changed after it was read. Try again.
    if (after) return after;
  }
}

async function tryToExtend(
  { jobs, now: readNow }: Pick<Deps, 'jobs' | 'now'>,
  trx: Trx,
  { number, days, expiresAt, email }: Grant,
  author: StaffAuthor,
): Promise<Date | undefined> {
  const now = readNow();
  const membership = await findMembershipByNumber(trx, number);
  const subscription = membership && (await findSubscriptionById(trx, membership.subscriptionId));
  if (!membership || !subscription) throw new AppError('MEMBERSHIP_NOT_FOUND');
  requireExtendable(membership, now);
  const before = subscription.expiresAt;
  if (expiresAt.getTime() !== before.getTime()) throw new AppError('CHANGED_SINCE');
  const after = new Date(Math.max(before.getTime(), now.getTime()) + days * DAY_MS);
  if (!(await saveGrant(trx, subscription, after))) return undefined;
  await recordAudit(trx, {
    ...author,
    action: 'membership.extend',
    subject: `membership:${membership.id}`,
    at: now,
    change: { before: before.toISOString(), after: after.toISOString() },
  });
  await jobs.enqueue(trx, 'mail', {
    mail: 'membership-extended',
    to: email,
    props: {
      firstname: membership.firstname,
      planName: membership.planName,
      number: formatMembershipNumber(membership.number),
      endsOn: after.toISOString(),
    },
  });
  return after;
}

function requireExtendable({ isEmployeeCard, endedAt }: StoredMembership, now: Date): void {
  if (isEmployeeCard) {
    throw new AppError('NOT_ALLOWED', {
      message: 'A company pays for this card. Extend the company’s own membership.',
    });
  }
  if (endedAt && endedAt <= now) {
    throw new AppError('MEMBERSHIP_INVALID', {
      message: 'This membership has ended, so it can’t be extended.',
    });
  }
}
