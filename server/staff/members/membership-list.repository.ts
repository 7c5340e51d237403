import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { personNameOf } from '#db/tables/accounts.ts';
import { getExpiry } from '../../domains/memberships/membership-state.shared.ts';
import { getStateLabel } from '../../domains/memberships/state/state-summary.shared.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { type ListRequest, type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { lastFirst, lowerEmail, matchesName, startsWith } from '../search/person-match.repository.ts';

/**
 * Lists all memberships, including guests' and employees'. Joins other tables only for the rows on the
 * page. Otherwise, PostgreSQL might join all matches, and read whole tables for it.
 */
export const readMemberships: ReadList = async (db, request) => {
  const query = db
    .selectFrom(selectMatchingMemberships(db, request).as('memberships'))
    .select('memberships.number');
  const page = await readPage(
    query,
    {
      name: sortBy(lastFirst('memberships'), 'text'),
      created: sortBy(sql.ref('memberships.created_at'), 'timestamptz'),
    },
    sortBy(sql.ref('memberships.id'), 'uuid'),
    request,
  );
  const details = await findDetails(
    db,
    page.map(({ id }) => id),
  );
  return page.flatMap((row) => {
    const rowDetails = details.get(row.id);
    if (!rowDetails) return [];
    const state = getStateLabel(rowDetails, 'staff', request.now);
    const expiresAt = getExpiry(rowDetails);
    return [{ ...rowDetails, ...row, number: formatMembershipNumber(row.number), state, expires: expiresAt }];
  });
};

async function findDetails(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .leftJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select([
      'memberships.id',
      personNameOf('memberships').as('name'),
      'plans.orderSummaryName as plan',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.periodStart',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`.as('endedAt'),
      'accounts.email as owner',
      'memberships.createdAt as created',
    ])
    .where('memberships.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Looks up the matches before sorting them, like the list of members. */
function selectMatchingMemberships(db: Db, { search, filters: { owner, payment, from, to } }: ListRequest) {
  let query = db
    .selectFrom('memberships')
    .select([
      'id',
      'number',
      'accountId',
      'subscriptionId',
      'planId',
      'firstname',
      'lastname',
      'endedAt',
      'createdAt',
    ]);
  if (owner !== undefined) query = query.where('accountId', 'is', null);
  if (from !== undefined) query = query.where('createdAt', '>=', startOfBusinessDate(from));
  if (to !== undefined) query = query.where('createdAt', '<', endOfBusinessDate(to));
  if (payment !== undefined) query = query.where('subscriptionId', 'in', selectOverdue(db));
  if (search !== '') query = query.where(matches(search));
  return search !== '' || payment !== undefined ? query.offset(0) : query;
}

function selectOverdue(db: Db) {
  return db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('pastDueSince', 'is not', null)
    .where('status', 'in', ['past_due', 'unpaid']);
}

function matches(search: string) {
  const number = valueOrNull(readMembershipNumber(search));
  if (number !== null) return sql<SqlBool>`memberships.number = ${number}`;
  return search.includes('@') ? belongsTo(search) : matchesName('memberships', search);
}

/** Matches owners by the beginning of their email address, and guests by the whole address. */
function belongsTo(email: string) {
  return sql<SqlBool>`memberships.id in (
    select m.id from accounts join memberships m on m.account_id = accounts.id where ${startsWith(lowerEmail, email)}
    union
    select m.id from purchases p join subscriptions s on s.purchase_id = p.id
      join memberships m on m.subscription_id = s.id
    where lower(p.email) = lower(${email}) and m.account_id is null)`;
}
