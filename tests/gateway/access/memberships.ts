import { randomUUID } from 'node:crypto';
import { gql, type Row, row } from './row.ts';
import type { Actor } from './world.ts';

const ownNumber = ({ rows }: Actor) => ({ input: { number: rows.membershipNumber } });
const cardRequest = (answer: string) => answer.includes('"requestedPhysicalCard":false');

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const MEMBERSHIP_ROWS: readonly Row[] = [
  row('query checkout.completion', 'N + + + + + + N', ({ rows }) => ({
    input: { purchaseId: rows.purchaseId },
  })),
  row('query memberships.mine', 'L + + + + + + .', () => ({})),
  row('query memberships.card', 'L + + + + + + N', ownNumber),
  row('mutation memberships.cancel', 'L + + + + + + N', ownNumber),
  row('mutation memberships.editFamily', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { number: await world.boughtMembership(rows.account, 1), members: [{ name: 'Ida' }] },
  })),
  row('mutation memberships.resume', 'L + + + + + + N', ownNumber),
  row('query planChanges.offer', 'L + + + + + + N', ownNumber),
  row('mutation planChanges.upgrade', 'L + + + + + + N', async ({ rows }, world) => ({
    input: {
      number: await world.boughtMembership(rows.account, 0),
      shownTotalCents: 4995,
      idempotencyKey: randomUUID(),
    },
  })),
  row('mutation planChanges.downgrade', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { number: await world.boughtMembership(rows.account, 1) },
  })),
  row('mutation planChanges.keepFamily', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { number: await world.boughtMembership(rows.account, 1) },
  })),
  row(
    'query verification.find',
    'm + + + + + + m',
    ({ rows }) => ({ input: { number: rows.membershipNumber, scan: 'g1e.zmjc0.AAAAAAAAAAAA' } }),
    cardRequest,
  ),
  row('graphql getMembershipsForUser', 'L + + + + + + .', () => gql('{ FIELD { id } }')),
  row('graphql getMembershipByMembershipID', '+ + + + + + + +', ({ rows }) =>
    gql('query ($n: String!) { FIELD(membershipID: $n) { id } }', { n: rows.membershipNumber }),
  ),
  row(
    'graphql findMembershipWithLatestSale',
    'm + + + + + + m',
    ({ rows }) =>
      gql('query ($n: String!) { FIELD(membershipID: $n) { id requestedPhysicalCard } }', {
        n: rows.membershipNumber,
      }),
    cardRequest,
  ),
  row('graphql cancelMembershipForUser', 'L + + + + + + N', ({ rows }) =>
    gql('mutation ($n: String!) { FIELD(membershipID: $n) }', { n: rows.membershipNumber }),
  ),
];
