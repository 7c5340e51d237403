import { inTransaction, type Trx } from '#db/client.ts';
import { endOfBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { parseMembershipNumber } from '../../lib/membership-number.ts';
import { MAX_GRANT_DAYS } from '../../lib/staff-bounds.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findSubscriptionById, saveGrant } from '../payments/subscriptions/subscription.service.ts';
import { findMembershipByNumber, type StoredMembership } from './membership.repository.ts';
import type { GrantInput } from './membership-grant.schema.ts';

const DAY_MS = 86_400_000;

interface GrantByStaff extends GrantInput {
  staffId: string;
  /** The expiry that staff saw. */
  expiresAt?: Date;
}

export interface Grant {
  membership: StoredMembership;
  before: Date;
  after: Date;
}

/**
 * Extends a membership on behalf of staff. For a company's own membership, also extends all its cards (D26).
 * Stripe's renewal date doesn't change, so a grant delays no charge. The caller must be staff. Throws
 * MEMBERSHIP_NOT_FOUND, NOT_ALLOWED for an employee's card, MEMBERSHIP_INVALID if the membership has ended,
 * CHANGED_SINCE if the expiry isn't what staff saw, or INVALID_INPUT if the new end is too early or too late.
 */
export async function extendMembership(deps: Pick<Deps, 'db' | 'now'>, input: GrantByStaff): Promise<Grant> {
  for (;;) {
    const grant = await inTransaction(deps.db, (trx) => tryToExtend(trx, deps.now(), input));
    // Undefined if the subscription changed after it was read. Try again.
    if (grant) return grant;
  }
}

async function tryToExtend(
  trx: Trx,
  now: Date,
  { number: numberText, end, reason, staffId, expiresAt }: GrantByStaff,
): Promise<Grant | undefined> {
  const number = parseMembershipNumber(numberText);
  const membership = number === null ? undefined : await findMembershipByNumber(trx, number);
  const subscription = membership && (await findSubscriptionById(trx, membership.subscriptionId));
  if (!membership || !subscription) throw new AppError('MEMBERSHIP_NOT_FOUND');
  requireExtendable(membership, now);
  const before = subscription.expiresAt;
  if (expiresAt && expiresAt.getTime() !== before.getTime()) throw new AppError('CHANGED_SINCE');
  const after = computeGrantEnd(end, before, now);
  if (!(await saveGrant(trx, subscription, after))) return undefined;
  await recordAudit(trx, {
    actorId: staffId,
    action: 'membership.extend',
    subject: `membership:${membership.id}`,
    reason,
    at: now,
    change: { before: before.toISOString(), after: after.toISOString() },
  });
  return { membership, before, after };
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

function computeGrantEnd(end: GrantInput['end'], before: Date, now: Date): Date {
  const startMs = Math.max(before.getTime(), now.getTime());
  const after =
    'days' in end
      ? new Date(startMs + end.days * DAY_MS)
      : // The last second of the day, because cards show this date.
        new Date(endOfBusinessDate(end.through).getTime() - 1000);
  if (after.getTime() <= startMs) {
    throw invalidEnd('The membership already lasts that long. Choose a later day.');
  }
  if (after.getTime() > startMs + MAX_GRANT_DAYS * DAY_MS) {
    throw invalidEnd(`Choose a day at most ${MAX_GRANT_DAYS} days later.`);
  }
  return after;
}

function invalidEnd(message: string): AppError {
  return new AppError('INVALID_INPUT', { field: 'end', message });
}
