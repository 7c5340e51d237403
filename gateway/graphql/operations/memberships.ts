import { z } from 'zod';
import type { MembershipCore } from '#server/domains/memberships/membership.schema.ts';
import type { cardRequestInput } from '#server/domains/memberships/physical-card/physical-card.schema.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { inputOf, operation, withoutBlanks } from '../define-operation.ts';

const numberArgs = z.object({ membershipID: z.string() });

function presentMembership(membership: Omit<MembershipCore, 'summary'>) {
  const { id, plan, number, periodStart, periodEnd, canceled, canceledAt, status, isCorporatePlan } =
    membership;
  return {
    id,
    plan,
    membershipID: formatMembershipNumber(number),
    period_start: periodStart.toISOString(),
    period_end: periodEnd.toISOString(),
    canceled,
    canceled_at: canceledAt?.toISOString(),
    status,
    isCorporatePlan,
  };
}

export const membershipOperations = [
  operation({
    name: 'getMembershipsForUser',
    kind: 'query',
    call: (caller) => caller.memberships.mine(),
    present: (memberships) => memberships.map(presentMembership),
  }),
  operation({
    name: 'getMembershipByMembershipID',
    kind: 'query',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.verification.find({ number: membershipID }),
    present: (membership) => membership && { ...membership, ...presentMembership(membership) },
  }),
  operation({
    name: 'findMembershipWithLatestSale',
    kind: 'query',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.verification.find({ number: membershipID }),
    present: (membership) =>
      membership && {
        ...presentMembership(membership),
        firstname: membership.firstname,
        lastname: membership.lastname,
        spouseFirstName: membership.spouseFirstname,
        spouseLastName: membership.spouseLastname,
        additionalFamilyMembers: membership.familyMembers.map((name) => ({ name })),
        requestedPhysicalCard: membership.requestedPhysicalCard,
        membership: {
          current_period_start: membership.periodStart.toISOString(),
          current_period_end: membership.periodEnd.toISOString(),
          status: membership.status,
        },
      },
  }),
  operation({
    name: 'generateGooglePass',
    kind: 'query',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.memberships.googlePass({ number: membershipID }),
    present: ({ token }) => token,
  }),
  operation({
    name: 'cancelMembershipForUser',
    kind: 'mutation',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.memberships.cancel({ number: membershipID }),
    present: (isCanceled) => isCanceled,
  }),
  operation({
    name: 'requestPhysicalCard',
    kind: 'mutation',
    args: z.preprocess((args) => ({ id: '', ...withoutBlanks(args) }), inputOf<typeof cardRequestInput>()),
    call: (caller, request) => caller.physicalCards.request(request),
    present: (isRequested) => isRequested,
  }),
];
