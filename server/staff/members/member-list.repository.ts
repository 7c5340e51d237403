import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { personNameOf } from '#db/tables/accounts.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { type ListRequest, type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { lastFirst, lowerEmail, matchesName, startsWith } from '../search/person-match.repository.ts';
import { memberList } from './member-list.shared.ts';

const TYPES: Readonly<Record<string, string>> = memberList.filters.type.options;

/** Lists accounts, except the house account and those that were deleted. */
export const readMembers: ReadList = async (db, request) => {
  const { now } = request;
  const query = db.selectFrom(selectMatchingAccounts(db, request).as('accounts')).select([
    personNameOf('accounts').as('name'),
    'accounts.email',
    'accounts.accountType',
    'accounts.createdAt as joined',
    sql<number>`(select count(*)::int from memberships m
      join subscriptions s on s.id = m.subscription_id join plans p on p.id = m.plan_id
      where m.account_id = accounts.id and s.status = 'active' and s.expires_at > ${now} and not p.is_company_plan
        and coalesce(least(m.ended_at, s.ended_at), 'infinity') > ${now})`.as('memberships'),
  ]);
  const rows = await readPage(
    query,
    {
      name: sortBy(lastFirst('accounts'), 'text'),
      joined: sortBy(sql.ref('accounts.created_at'), 'timestamptz'),
    },
    sortBy(sql.ref('accounts.id'), 'uuid'),
    request,
  );
  return rows.map((row) => ({ ...row, type: TYPES[row.accountType] ?? '' }));
};

/**
 * Looks up the matches of a search or a rare type before sorting them. Otherwise, PostgreSQL might read all
 * accounts in the list's order to find a few.
 */
function selectMatchingAccounts(db: Db, { search, filters: { type, from, to } }: ListRequest) {
  let query = db
    .selectFrom('accounts')
    .select(['id', 'firstname', 'lastname', 'email', 'accountType', 'createdAt'])
    .where('isHouse', '=', false)
    .where('deletedAt', 'is', null);
  const isRareType = type !== undefined && type !== '0';
  if (type !== undefined) query = query.where('accountType', '=', Number(type));
  // Repeat the condition of the index. PostgreSQL can't derive it from a parameter of a prepared statement.
  if (isRareType) query = query.where(sql<SqlBool>`account_type > 0`);
  if (from !== undefined) query = query.where('createdAt', '>=', startOfBusinessDate(from));
  if (to !== undefined) query = query.where('createdAt', '<', endOfBusinessDate(to));
  if (search !== '') query = query.where(matches(search));
  return search !== '' || isRareType ? query.offset(0) : query;
}

function matches(search: string) {
  const number = valueOrNull(readMembershipNumber(search));
  if (number !== null)
    return sql<SqlBool>`accounts.id in (select account_id from memberships where number = ${number})`;
  return search.includes('@') ? startsWith(lowerEmail, search) : matchesNameOrEmail(search);
}

function matchesNameOrEmail(text: string) {
  return sql<SqlBool>`(${matchesName('accounts', text)} or ${startsWith(lowerEmail, text)})`;
}
