import { listPlans } from '../../domains/catalog/plan.service.ts';
import { findMembershipEmail } from '../../domains/checkout/membership-contact.service.ts';
import { getOrigin } from '../../domains/memberships/imported-membership.service.ts';
import {
  describeMembership,
  requireMembership,
  type StoredMembership,
} from '../../domains/memberships/membership.service.ts';
import { isCurrent, willRenew } from '../../domains/memberships/membership-state.shared.ts';
import { describeCard } from '../../domains/memberships/physical-card/physical-card.service.ts';
import { describeNextPlan } from '../../domains/memberships/plan-change.service.ts';
import type { StoredSubscription } from '../../domains/payments/subscriptions/subscription.schema.ts';
import {
  findMoneyReturns,
  findSubscriptionById,
} from '../../domains/payments/subscriptions/subscription.service.ts';
import { AppError } from '../../lib/errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TimelineEntry } from '../kit/timeline.schema.ts';
import { recordOpened } from '../kit/timeline.service.ts';
import { staffPath } from '../sections.shared.ts';
import { findMembershipStart, findPurchasesOf } from './person-parts.repository.ts';
import { readHistory, toEvent } from './person-parts.service.ts';

/**
 * Returns everything about a membership, including a guest's. The audit log records that it was opened.
 * Throws MEMBERSHIP_NOT_FOUND.
 */
export async function getStaffMembership(ctx: Pick<AccountContext, 'deps' | 'account'>, id: string) {
  const { deps } = ctx;
  const now = deps.now();
  const { membership, subscription } = await requireBilledMembership(deps, id);
  await recordOpened(ctx, `membership:${id}`);
  const email = await findMembershipEmail(deps.db, membership);
  const purchaseIds = await findPurchasesOf(deps.db, membership);
  const card = await describeCard(deps, membership);
  const moneyReturns = await findMoneyReturns(deps.db, [subscription.id]);
  const { summary } = describeMembership(membership, 'staff', now, {
    moneyReturn: moneyReturns.get(subscription.id) ?? null,
    nextPlan: describeNextPlan(await listPlans(deps.db), membership, now),
  });
  const isEnded = !isCurrent(membership, now);
  const { firstname, lastname, latinName, accountId, payerId, isEmployeeCard } = membership;
  return {
    id,
    number: formatMembershipNumber(membership.number),
    ...(await getOrigin(deps.db, id)),
    plan: membership.planName,
    firstname,
    lastname,
    latinName,
    family: listFamily(membership),
    state: summary.label,
    stateText: summary.text,
    expires: summary.until,
    renews: summary.next && summary.next.event !== 'ends' ? summary.next.at : null,
    grantedUntil: subscription.grantedUntil,
    canceledAt: subscription.canceledAt,
    cancelReason: subscription.cancelReason,
    owedCents: subscription.owedCents,
    accountId,
    email,
    payerId: isEmployeeCard ? payerId : null,
    isEmployeeCard,
    subscriptionId: subscription.providerId,
    canCancel: !isEmployeeCard && !isEnded && willRenew(membership, now),
    canEnd: !isEmployeeCard && !isEnded,
    canExtend: !isEmployeeCard && !isEnded,
    card: {
      state: card.state,
      requestedAt: card.latest?.requestedAt ?? null,
      sentAt: card.latest?.sentAt ?? null,
      address: card.address && {
        street1: card.address.street1,
        street2: card.address.street2,
        city: card.address.city,
        state: card.address.state,
        zip: card.address.zip,
        country: card.address.country,
      },
    },
    ...(await readHistory(deps, {
      owner: { purchaseIds },
      email,
      membershipIds: [id],
      subjects: purchaseIds.map((purchaseId) => `purchase:${purchaseId}`),
      events: listEvents(await findMembershipStart(deps.db, id), subscription),
    })),
  };
}

export async function requireBilledMembership({ db }: Pick<Deps, 'db'>, id: string) {
  const membership = await requireMembership(db, id);
  const subscription = await findSubscriptionById(db, membership.subscriptionId);
  if (!subscription) throw new AppError('MEMBERSHIP_NOT_FOUND');
  return { membership, subscription };
}

function listFamily({ spouseFirstname, spouseLastname, familyMembers }: StoredMembership): string[] {
  const spouse = [spouseFirstname, spouseLastname].filter(Boolean).join(' ');
  return [...(spouse === '' ? [] : [spouse]), ...familyMembers];
}

function listEvents(
  start: { createdAt: Date; claimedAt: Date | null } | undefined,
  { purchaseId, canceledAt, cancelReason, endedAt }: StoredSubscription,
): TimelineEntry[] {
  const path = staffPath('purchases', purchaseId);
  return [
    ...(start ? [toEvent(start.createdAt, 'The membership began', { path })] : []),
    ...(start?.claimedAt ? [toEvent(start.claimedAt, 'Claimed by an account')] : []),
    ...(canceledAt ? [toEvent(canceledAt, 'Canceled', { detail: cancelReason })] : []),
    ...(endedAt ? [toEvent(endedAt, 'Ended')] : []),
  ];
}
