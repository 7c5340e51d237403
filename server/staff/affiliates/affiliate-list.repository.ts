import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { IS_AFFILIATE, personNameOf } from '#db/tables/accounts.ts';
import { TAX_CLASSIFICATION_NAMES } from '../../domains/affiliates/tax-forms/tax-form.schema.ts';
import { getReportingThreshold, TAX_FORM_NAMES } from '../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { firstLast, lastFirst, nameStartsWith } from '../search/person-match.repository.ts';
import { affiliateList, necList } from './affiliate-lists.shared.ts';

const TYPE_CONDITIONS: Readonly<Record<string, RawBuilder<SqlBool>>> = {
  educator: sql`accounts.account_type = 3`,
  influencer: sql`(accounts.account_type = 1 or accounts.is_influencer)`,
  loyalty: sql`accounts.account_type = 2`,
  friend: sql`accounts.is_friend`,
};

const TYPE_NAMES = affiliateList.filters.type.options;
const TYPE = sql<string>`concat_ws(', ',
  case when ${TYPE_CONDITIONS.educator} then ${sql.lit(TYPE_NAMES.educator)} end,
  case when ${TYPE_CONDITIONS.influencer} then ${sql.lit(TYPE_NAMES.influencer)} end,
  case when ${TYPE_CONDITIONS.loyalty} then ${sql.lit(TYPE_NAMES.loyalty)} end,
  case when ${TYPE_CONDITIONS.friend} then ${sql.lit(TYPE_NAMES.friend)} end)`;

/**
 * Joins the tax form on file. An affiliate who moved may have filed both forms. The W-9 then takes
 * precedence.
 */
const joinForm = (eb: ExpressionBuilder<Database, 'accounts'>) =>
  eb
    .selectFrom('taxForms')
    .select(['taxForms.kind', 'taxForms.last4'])
    .select(sql<string | null>`tax_forms.details ->> 'taxClassification'`.as('classification'))
    .whereRef('taxForms.accountId', '=', 'accounts.id')
    .where('taxForms.supersededAt', 'is', null)
    .orderBy('taxForms.kind', 'desc')
    .limit(1)
    .as('form');
const FORM = sql<string>`case form.kind when 'w9' then ${sql.lit(TAX_FORM_NAMES.w9)}
  when 'w8ben' then ${sql.lit(TAX_FORM_NAMES.w8ben)} else 'None' end`;

const MAX_MATCHES = 200;

/** Matches the beginning of a name, or an exact email or reference code. Each branch has its own index. */
function matchesPerson(search: string): RawBuilder<SqlBool> {
  const text = search.replace(/\s+/g, ' ');
  const byName = (name: RawBuilder<string>) => sql`(select id from accounts where ${IS_AFFILIATE}
    and ${nameStartsWith(name, text)} limit ${sql.lit(MAX_MATCHES)})`;
  return sql`accounts.id in (
    select id from accounts where lower(email) = lower(${text})
    union select id from accounts where upper(reference_code) = upper(${text})
    union ${byName(firstLast('accounts'))}
    union ${byName(lastFirst('accounts'))})`;
}

const ID = sortBy(sql.ref('accounts.id'), 'uuid');

export const readAffiliates: ReadList = (db, request) => {
  const { search, filters, now } = request;
  const year = Number(toBusinessDate(now).slice(0, 4));
  // Use subqueries instead of joins, so that only the affiliates on the page are added up.
  const unpaidCents = sql<number>`(select coalesce(sum(amount_cents), 0) from unpaid_commissions
    where affiliate_id = accounts.id)`;
  const payableCents = sql<number>`(select coalesce(sum(amount_cents), 0) from unpaid_commissions
    where affiliate_id = accounts.id and payable_at <= ${now})`;
  const paidCents = sql<number>`coalesce((select paid_cents from affiliate_years
    where affiliate_id = accounts.id and year = ${sql.lit(year)}), 0)`;
  let query = db
    .selectFrom('accounts')
    .leftJoinLateral(joinForm, (join) => join.onTrue())
    .select(['accounts.email', 'accounts.referenceCode as code', 'accounts.createdAt as joined'])
    .select([personNameOf('accounts').as('name'), TYPE.as('type'), FORM.as('form')])
    .select([unpaidCents.as('unpaid'), payableCents.as('payable'), paidCents.as('paid')])
    .where(IS_AFFILIATE)
    .where('accounts.isHouse', '=', false)
    .where('accounts.deletedAt', 'is', null);
  if (search !== '') query = query.where(matchesPerson(search));
  const hasType = TYPE_CONDITIONS[filters.type ?? ''];
  if (hasType) query = query.where(hasType);
  if (filters.form === 'none') query = query.where(sql<SqlBool>`form.kind is null`);
  else if (filters.form) query = query.where(sql<SqlBool>`form.kind = ${filters.form}`);
  if (filters.threshold)
    query = query.where(
      sql<SqlBool>`${paidCents} + greatest(${unpaidCents}, 0) >= ${sql.lit(getReportingThreshold(year))}`,
    );
  if (filters.threshold === 'overWithoutForm') query = query.where(sql<SqlBool>`form.kind is null`);
  if (filters.payable) query = query.where(sql<SqlBool>`${payableCents} > 0`);
  return readPage(query, { joined: sortBy(sql.ref('accounts.createdAt'), 'timestamptz') }, ID, request);
};

const CLASSIFICATIONS: Readonly<Record<string, string>> = TAX_CLASSIFICATION_NAMES;

/** Corporations get no 1099-NEC. People outside the US get a different form. */
function reportState(year: number): RawBuilder<string> {
  return sql`case when form.kind is null then 'missing' when form.kind = 'w8ben' then 'foreign'
    when form.classification in ('c_corporation', 's_corporation') then 'corporation'
    when affiliate_years.paid_cents >= ${sql.lit(getReportingThreshold(year))} then 'due' else 'below' end`;
}

export const readNecTotals: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  const year = Number(filters.year ?? toBusinessDate(now).slice(0, 4));
  const state = reportState(year);
  let query = db
    .selectFrom('affiliateYears')
    .innerJoin('accounts', 'accounts.id', 'affiliateYears.affiliateId')
    .leftJoinLateral(joinForm, (join) => join.onTrue())
    .select(['accounts.email', 'affiliateYears.paidCents as paid'])
    .select(['form.last4', 'form.classification', sql<string>`affiliate_years.year::text`.as('year')])
    .select([personNameOf('accounts').as('name'), FORM.as('form'), state.as('report')])
    .where('affiliateYears.year', '=', sql.lit(year));
  if (search !== '') query = query.where(matchesPerson(search));
  if (filters.report) query = query.where(sql<SqlBool>`${state} = ${filters.report}`);
  const rows = await readPage(
    query,
    { paid: sortBy(sql.ref('affiliateYears.paidCents'), 'bigint') },
    sortBy(sql.ref('affiliateYears.affiliateId'), 'uuid'),
    request,
  );
  const labels = new Map<string, string>(Object.entries(necList.filters.report.options));
  return rows.map(({ classification, report, ...row }) => ({
    ...row,
    classification: CLASSIFICATIONS[classification ?? ''] ?? classification,
    report: labels.get(report) ?? report,
  }));
};
