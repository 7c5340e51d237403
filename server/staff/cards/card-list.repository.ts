import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { personNameOf } from '#db/tables/accounts.ts';
import { getStateLabel } from '../../domains/memberships/state/state-summary.shared.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, findMatches, hasPart, isAnyOf } from '../kit/search.repository.ts';
import { SHIPMENT_KINDS, SHIPMENT_STEPS } from './card-list.shared.ts';

// The index `physical_card_requests_state` has the same expression.
const STEP = sql<keyof typeof SHIPMENT_STEPS>`(case when returned_at is not null then 'returned'
  when sent_at is not null then 'sent'
  when print_run_id is not null then 'printed' else 'waiting' end)`;
const REQUESTED = sortBy(sql.ref('physicalCardRequests.requestedAt'), 'timestamptz');
const ID = sortBy(sql.ref('physicalCardRequests.id'), 'uuid');

export const readCards: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  let query = db
    .selectFrom('physicalCardRequests')
    .select([
      'membershipId',
      'recipient',
      'isReplacement',
      sql<string>`city || ', ' || state`.as('city'),
      STEP.as('step'),
      'requestedAt as requested',
      'sentAt as sent',
    ]);
  if (filters.step) query = query.where(sql<boolean>`${STEP} = ${filters.step}`);
  if (filters.kind) query = query.where('isReplacement', '=', filters.kind === 'replacement');
  if (search !== '') {
    const text = sql<string>`lower(recipient || ' ' || email)`;
    const number = valueOrNull(readMembershipNumber(search)) ?? '';
    const ofNumber = sql`select r.id from memberships m join physical_card_requests r on r.membership_id = m.id
      where m.number = ${number}`;
    query = query.where(
      await findMatches(db, 'physicalCardRequests.id', {
        queries: [sql`select id from physical_card_requests where ${containsPart(text, search)}`, ofNumber],
        test: sql`(${hasPart(text, search)}
          or ${isAnyOf('physicalCardRequests.id', [ofNumber])})`,
      }),
    );
  }
  const rows = await readPage(query, { requested: REQUESTED }, ID, request);
  const memberships = await findMemberships(
    db,
    rows.map(({ membershipId }) => membershipId),
  );
  return rows.map(({ isReplacement, ...row }) => {
    const membership = memberships.get(row.membershipId);
    return {
      ...row,
      number: membership ? formatMembershipNumber(membership.number) : null,
      plan: membership?.plan ?? null,
      standing: membership ? getStateLabel(membership, 'staff', now) : null,
      kind: SHIPMENT_KINDS[isReplacement ? 'replacement' : 'first'],
      step: SHIPMENT_STEPS[row.step],
    };
  });
};

/** Reads the memberships of one page of cards. */
async function findMemberships(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'plans.name as plan',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.periodStart',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`.as('endedAt'),
    ])
    .where('memberships.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export const readPrintRuns: ReadList = (db, request) =>
  readPage(
    db
      .selectFrom('cardPrintRuns')
      .leftJoin('accounts', 'accounts.id', 'cardPrintRuns.printedBy')
      .select([
        'cardPrintRuns.printedAt as printed',
        sql<string | null>`nullif(${personNameOf('accounts')}, '')`.as('by'),
        'cardPrintRuns.cards',
      ]),
    { printed: sortBy(sql.ref('cardPrintRuns.printedAt'), 'timestamptz') },
    sortBy(sql.ref('cardPrintRuns.id'), 'uuid'),
    request,
  );
