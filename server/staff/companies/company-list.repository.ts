import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { personNameOf } from '#db/tables/accounts.ts';
import { type StateFacts, summarizeState } from '../../domains/memberships/state/state-summary.shared.ts';
import { toNameKey } from '../../lib/name-key.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { containsPart, findMatches, hasPart, isAnyOf, type Matches } from '../kit/search.repository.ts';
import { firstLast, lastFirst, lowerEmail, startsWith } from '../search/person-match.repository.ts';

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
    .select(['companies.name', 'companies.email', 'companies.phone', 'companies.createdAt as created']);
  if (filters.renewal === 'soon') {
    const until = new Date(now.getTime() + RENEWAL_DAYS * 86_400_000);
    query = query.where(renewsBetween(now, until));
  }
  if (filters.renewal === 'overdue') query = query.where(isAnyOf('companies.id', [OVERDUE]));
  if (search !== '') query = query.where(await findMatches(db, 'companies.id', matchSearch(search)));
  const companies = await readPage(query, SORTS, ID, request);
  const facts = await findFacts(
    db,
    companies.map(({ id }) => id),
  );
  return companies.map((company) => {
    const { plan, ...row } = facts.get(company.id) ?? NO_FACTS;
    const summary = plan && summarizeState(plan, 'staff', now);
    return {
      ...company,
      ...row,
      plan: summary?.label ?? 'None',
      renews: summary?.next?.event === 'renews' ? summary.next.at : null,
    };
  });
};

const NO_FACTS = {
  contact: null,
  cards: null,
  claimed: null,
  plan: null,
};

/** Reads the contact, plan, and cards of one page of companies. */
async function findFacts(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, typeof NO_FACTS>();
  const rows = await db
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
            'subscriptions.providerId',
            'subscriptions.periodStart',
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
      'companies.id',
      personNameOf('accounts').as('contact'),
      'plan.status',
      'plan.providerId',
      'plan.periodStart',
      'plan.paidUntil',
      'plan.periodEnd',
      'plan.canceledAt',
      'plan.endedAt',
      countCards(sql`true`).as('cards'),
      countCards(sql`memberships.account_id is not null`).as('claimed'),
    ])
    .where('companies.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, contact, cards, claimed, ...plan }) => [
      id,
      { contact, cards, claimed, plan: toStateFacts(plan) },
    ]),
  );
}

type PlanColumns = {
  [Name in 'status' | 'providerId' | 'periodStart' | 'paidUntil' | 'periodEnd' | 'canceledAt' | 'endedAt']:
    | StateFacts[Name]
    | null;
};

/** Returns null for a company without a plan. */
function toStateFacts({
  status,
  periodStart,
  paidUntil,
  periodEnd,
  ...rest
}: PlanColumns): StateFacts | null {
  if (status === null || periodStart === null || paidUntil === null || periodEnd === null) return null;
  return { ...rest, status, periodStart, paidUntil, periodEnd, isEmployeeCard: false, isCompanyPlan: true };
}

/** Counts the cards that renew with the company's latest plan. */
function countCards(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from company_cards join memberships on memberships.id = company_cards.membership_id
    where company_cards.company_id = companies.id and memberships.subscription_id = plan.subscription_id
      and memberships.ended_at is null and ${condition})`;
}

const PLAN_OF_COMPANY = sql`memberships join plans on plans.id = memberships.plan_id and plans.is_company_plan
  join subscriptions on subscriptions.id = memberships.subscription_id`;

/** About one company in twelve renews within a month, so reading in order fills a page quickly. */
function renewsBetween(from: Date, until: Date): RawBuilder<boolean> {
  return sql`exists (select from ${PLAN_OF_COMPANY} where memberships.account_id = companies.account_id
    and subscriptions.period_end > ${from} and subscriptions.period_end <= ${until}
    and subscriptions.provider_id is not null and subscriptions.canceled_at is null
    and subscriptions.ended_at is null offset 0)`;
}

/** Starts from subscriptions, because few are overdue and a partial index lists them. */
const OVERDUE = sql`select companies.id from subscriptions
  join memberships on memberships.subscription_id = subscriptions.id
  join plans on plans.id = memberships.plan_id and plans.is_company_plan
  join companies on companies.account_id = memberships.account_id
  where subscriptions.past_due_since is not null`;

const NAME_AND_EMAIL = sql<string>`lower(companies.name || ' ' || companies.email)`;
const CONTACT_TEXTS = [
  { text: lastFirst('accounts'), toKey: toNameKey },
  { text: firstLast('accounts'), toKey: toNameKey },
  { text: lowerEmail, toKey: (email: string) => email.toLowerCase() },
];

/** Matches a company's name or email, its contact, or the number of one of its cards. */
function matchSearch(search: string): Matches {
  const number = valueOrNull(readMembershipNumber(search)) ?? '';
  const cardNumberQueries = [
    sql`select company_cards.company_id from memberships
      join company_cards on company_cards.membership_id = memberships.id where memberships.number = ${number}`,
    sql`select companies.id from memberships join companies on companies.account_id = memberships.account_id
      where memberships.number = ${number}`,
  ];
  // Unlike `startsWith`, this computes each text only once, but can't use an index.
  const contactConditions = CONTACT_TEXTS.map(
    ({ text, toKey }) => sql`starts_with(${text}, ${toKey(search)})`,
  );
  return {
    queries: [
      sql`select companies.id from companies where ${containsPart(NAME_AND_EMAIL, search)}`,
      ...cardNumberQueries,
      // OFFSET 0 keeps PostgreSQL from reading all companies to join them.
      ...CONTACT_TEXTS.map(
        ({ text, toKey }) => sql`select company.id from accounts cross join lateral (
            select companies.id from companies where companies.account_id = accounts.id offset 0
          ) company where ${startsWith(text, toKey(search))}`,
      ),
    ],
    test: sql`(${hasPart(NAME_AND_EMAIL, search)} or ${isAnyOf('companies.id', cardNumberQueries)}
      or exists (select from accounts where accounts.id = companies.account_id
        and (${sql.join(contactConditions, sql` or `)}) offset 0))`,
  };
}
