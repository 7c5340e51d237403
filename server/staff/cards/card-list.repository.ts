import { sql } from 'kysely';
import { formatMembershipNumber, parseMembershipNumber } from '../../lib/membership-number.ts';
import { getStateLabel } from '../../memberships/membership.service.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, isAnyOf } from '../kit/search.repository.ts';
import { SHIPMENT_KINDS, SHIPMENT_STEPS } from './card-list.shared.ts';

// The index `physical_card_requests_state` has the same expression.
const STEP = sql<
  keyof typeof SHIPMENT_STEPS
>`(case when physical_card_requests.returned_at is not null then 'returned'
  when physical_card_requests.sent_at is not null then 'sent'
  when physical_card_requests.print_run_id is not null then 'printed' else 'waiting' end)`;
const REQUESTED = sortBy(sql.ref('physicalCardRequests.requestedAt'), 'timestamptz');
const ID = sortBy(sql.ref('physicalCardRequests.id'), 'uuid');

export const readCards: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  let query = db
    .selectFrom('physicalCardRequests')
    .innerJoin('memberships', 'memberships.id', 'physicalCardRequests.membershipId')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'physicalCardRequests.recipient',
      'memberships.number',
      'plans.name as plan',
      'subscriptions.status',
      'subscriptions.expiresAt as periodEnd',
      sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`.as('endedAt'),
      'physicalCardRequests.isReplacement',
      sql<string>`physical_card_requests.city || ', ' || physical_card_requests.state`.as('city'),
      STEP.as('step'),
      'physicalCardRequests.requestedAt as requested',
      'physicalCardRequests.sentAt as sent',
    ]);
  if (filters.step) query = query.where(sql<boolean>`${STEP} = ${filters.step}`);
  if (filters.kind) query = query.where('isReplacement', '=', filters.kind === 'replacement');
  if (search !== '') {
    const text = sql<string>`lower(recipient || ' ' || email)`;
    const number = parseMembershipNumber(search);
    query = query.where(
      isAnyOf('physicalCardRequests.id', [
        sql`select id from physical_card_requests where ${containsPart(text, search)}`,
        sql`select r.id from memberships m join physical_card_requests r on r.membership_id = m.id
          where m.number = ${number ?? ''}`,
      ]),
    );
  }
  const rows = await readPage(query, { requested: REQUESTED }, ID, request);
  return rows.map(({ status, periodEnd, endedAt, isReplacement, ...row }) => ({
    ...row,
    number: formatMembershipNumber(row.number),
    standing: getStateLabel({ status, periodEnd, endedAt }, now),
    kind: SHIPMENT_KINDS[isReplacement ? 'replacement' : 'first'],
    step: SHIPMENT_STEPS[row.step],
  }));
};

export const readPrintRuns: ReadList = (db, request) =>
  readPage(
    db
      .selectFrom('cardPrintRuns')
      .leftJoin('accounts', 'accounts.id', 'cardPrintRuns.printedBy')
      .select([
        'cardPrintRuns.printedAt as printed',
        sql<string | null>`accounts.firstname || ' ' || accounts.lastname`.as('by'),
        'cardPrintRuns.cards',
      ]),
    { printed: sortBy(sql.ref('cardPrintRuns.printedAt'), 'timestamptz') },
    sortBy(sql.ref('cardPrintRuns.id'), 'uuid'),
    request,
  );
