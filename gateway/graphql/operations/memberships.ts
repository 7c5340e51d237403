import { z } from 'zod';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import type { MembershipCore } from '#server/memberships/membership.schema.ts';
import { cardRequestInput } from '#server/memberships/physical-card/physical-card.schema.ts';
import { operation, withoutBlanks } from '../operation.ts';

const numberArgs = z.object({ membershipID: z.string() });

function present(membership: MembershipCore) {
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
    present: (memberships) => memberships.map(present),
  }),
  operation({
    name: 'getMembershipByMembershipID',
    kind: 'query',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.verification.find({ number: membershipID }),
    present: (found) => found && { ...found, ...present(found) },
  }),
  operation({
    name: 'findMembershipWithLatestSale',
    kind: 'query',
    args: numberArgs,
    call: (caller, { membershipID }) => caller.verification.find({ number: membershipID }),
    present: (found) =>
      found && {
        ...present(found),
        firstname: found.firstname,
        lastname: found.lastname,
        spouseFirstName: found.spouseFirstname,
        spouseLastName: found.spouseLastname,
        additionalFamilyMembers: found.familyMembers.map((name) => ({ name })),
        requestedPhysicalCard: found.requestedPhysicalCard,
        membership: {
          current_period_start: found.periodStart.toISOString(),
          current_period_end: found.periodEnd.toISOString(),
          status: found.status,
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
    present: (canceled) => canceled,
  }),
  operation({
    name: 'requestPhysicalCard',
    kind: 'mutation',
    args: z.preprocess((args) => ({ id: '', ...withoutBlanks(args) }), cardRequestInput),
    call: (caller, request) => caller.physicalCards.request(request),
    present: (requested) => requested,
  }),
];
