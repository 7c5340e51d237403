import { type RawBuilder, sql } from 'kysely';
import { parseMembershipNumber } from '../../lib/membership-number.ts';
import { getStateLabel } from '../../memberships/membership.service.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, isAnyOf } from '../kit/search.repository.ts';

const SORTS = {
  name: sortBy(sql`lower(companies.name)`, 'text'),
  created: sortBy(sql.ref('companies.createdAt'), 'timestamptz'),
};
const ID = sortBy(sql.ref('companies.id'), 'uuid');
const RENEWAL_DAYS = 30;

export const readCompanies: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  let query = db
    .selectFrom('companies')
    .innerJoin('accounts', 'accounts.id', 'companies.accountId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .innerJoin('plans', 'plans.id', 'memberships.planId')
          .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
          .select([
            'subscriptions.id as subscriptionId',
            'subscriptions.status',
            'subscriptions.periodEnd as paidUntil',
            'subscriptions.expiresAt as periodEnd',
            'subscriptions.canceledAt',
            sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`.as('endedAt'),
          ])
          .whereRef('memberships.accountId', '=', 'companies.accountId')
          .where('plans.isCompanyPlan', '=', true)
          .orderBy('memberships.createdAt', 'desc')
          .limit(1)
          .as('plan'),
      (join) => join.onTrue(),
    )
    .select([
      'companies.name',
      sql<string>`accounts.firstname || ' ' || accounts.lastname`.as('contact'),
      'companies.email',
      'companies.phone',
      'companies.createdAt as created',
      'plan.status',
      'plan.paidUntil',
      'plan.periodEnd',
      'plan.canceledAt',
      'plan.endedAt',
      countCards(sql`true`).as('cards'),
      countCards(sql`memberships.account_id is not null`).as('claimed'),
    ]);
  if (filters.renewal === 'soon') {
    const until = new Date(now.getTime() + RENEWAL_DAYS * 86_400_000);
    query = query.where(isAnyOf('companies.id', [findByPlan(renewsBetween(now, until))]));
  }
  if (filters.renewal === 'overdue') {
    query = query.where(isAnyOf('companies.id', [findByPlan(sql`subscriptions.past_due_since is not null`)]));
  }
  if (search !== '') query = query.where(isAnyOf('companies.id', findBySearch(search)));
  const rows = await readPage(query, SORTS, ID, request);
  return rows.map(({ status, paidUntil, periodEnd, canceledAt, endedAt, ...row }) => ({
    ...row,
    plan: status && periodEnd ? getStateLabel({ status, periodEnd, endedAt }, now) : 'None',
    renews: canceledAt || endedAt ? null : paidUntil,
  }));
};

/** Counts the cards on the company's latest plan, without replaced and refunded ones. */
function countCards(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from company_cards join memberships on memberships.id = company_cards.membership_id
    where company_cards.company_id = companies.id and memberships.subscription_id = plan.subscription_id
      and memberships.ended_at is null and ${condition})`;
}

/** The condition of the index `subscriptions_yearly_renewals`: a company pays for a year. */
function renewsBetween(from: Date, until: Date): RawBuilder<unknown> {
  return sql`subscriptions.period_end > ${from} and subscriptions.period_end <= ${until}
    and subscriptions.period_end - subscriptions.period_start > interval '200 days'
    and subscriptions.provider_id is not null and subscriptions.canceled_at is null
    and subscriptions.ended_at is null`;
}

function findByPlan(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select companies.id from subscriptions
    join memberships on memberships.subscription_id = subscriptions.id
    join plans on plans.id = memberships.plan_id and plans.is_company_plan
    join companies on companies.account_id = memberships.account_id
    where ${condition}`;
}

/** The name and e-mail of the company, its contact, or the number of one of its cards. */
function findBySearch(search: string): RawBuilder<unknown>[] {
  const number = parseMembershipNumber(search) ?? '';
  const start = `${search.toLowerCase().replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const contact = (text: RawBuilder<unknown>) => sql`select companies.id from accounts
    join companies on companies.account_id = accounts.id where ${text} collate "C" like ${start}`;
  return [
    sql`select id from companies where ${containsPart(sql`lower(name || ' ' || email)`, search)}`,
    contact(sql`lower(accounts.lastname || ' ' || accounts.firstname)`),
    contact(sql`lower(accounts.firstname || ' ' || accounts.lastname)`),
    contact(sql`lower(accounts.email)`),
    sql`select company_cards.company_id from memberships
      join company_cards on company_cards.membership_id = memberships.id where memberships.number = ${number}`,
    sql`select companies.id from memberships join companies on companies.account_id = memberships.account_id
      where memberships.number = ${number}`,
  ];
}
