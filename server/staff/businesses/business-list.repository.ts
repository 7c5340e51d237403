import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { categoryName } from '../../domains/stores/category.shared.ts';
import { queryWords } from '../../lib/search-words.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { LISTING_ORIGINS, LISTING_STATES } from './business-list.shared.ts';

const SORTS = {
  name: sortBy(sql.ref('businesses.nameKey'), 'text'),
  added: sortBy(sql.ref('businesses.createdAt'), 'timestamptz'),
};
const ID = sortBy(sql.ref('businesses.id'), 'uuid');

/** The trigram index finds parts of names with at least this many letters. */
const MIN_PART_LENGTH = 3;
const MAX_SORTED_MATCHES = 2_000;

export const readBusinesses: ReadList = async (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('businesses')
    .select((of) => [
      'businesses.name',
      'businesses.categories',
      'businesses.planKind',
      'businesses.isListed',
      'businesses.staffListing',
      'businesses.createdAt as added',
      of
        .selectFrom('stores')
        .select(sql<string>`concat_ws(', ', city, state)`.as('place'))
        .whereRef('stores.businessId', '=', 'businesses.id')
        .orderBy('stores.id')
        .limit(1)
        .as('place'),
      of
        .selectFrom('stores')
        .select(sql<number>`count(*)::int4`.as('count'))
        .whereRef('stores.businessId', '=', 'businesses.id')
        .as('locations'),
    ]);
  if (search.includes('@')) {
    query = query.where((of) =>
      of(
        'businesses.accountId',
        '=',
        of
          .selectFrom('accounts')
          .select('accounts.id')
          .where(sql<boolean>`lower(accounts.email) = ${search.toLowerCase()}`),
      ),
    );
  } else if (search !== '') query = query.where(await findMatches(db, search));
  if (filters.state) query = query.where(STATES[filters.state] ?? sql<boolean>`false`);
  if (filters.origin) query = query.where(ORIGINS[filters.origin] ?? sql<boolean>`false`);
  if (filters.national) query = query.where('businesses.isNational', '=', filters.national === 'yes');
  if (filters.category) {
    query = query.where(sql<boolean>`${Number(filters.category)} = any(businesses.categories)`);
  }
  if (filters.place) {
    const place = filters.place;
    query = query.where((of) =>
      of(
        'businesses.id',
        'in',
        of.selectFrom('stores').select('stores.businessId').where('stores.state', '=', place),
      ),
    );
  }
  const rows = await readPage(query, SORTS, ID, request);
  return rows.map(({ categories, planKind, isListed, staffListing, ...row }) => ({
    ...row,
    category: categoryName(categories[0] ?? 0),
    origin: LISTING_ORIGINS[planKind ?? 'imported'],
    state: LISTING_STATES[isListed ? 'listed' : staffListing === 'hidden' ? 'hidden' : 'unlisted'],
  }));
};

const STATES: Readonly<Record<string, RawBuilder<boolean>>> = {
  listed: sql<boolean>`businesses.is_listed`,
  hidden: sql<boolean>`not businesses.is_listed and businesses.staff_listing = 'hidden'`,
  unlisted: sql<boolean>`not businesses.is_listed and businesses.staff_listing is distinct from 'hidden'`,
};

const ORIGINS: Readonly<Record<string, RawBuilder<boolean>>> = {
  trial: sql<boolean>`businesses.plan_kind = 'trial'`,
  subscription: sql<boolean>`businesses.plan_kind = 'subscription'`,
  imported: sql<boolean>`businesses.plan_kind is null`,
};

/** Returns the conditions on names and on locations. Each condition has its own index. */
function buildSearchConditions(search: string): Record<'name' | 'store', RawBuilder<boolean>> {
  if (/^\d{5}(-\d{4})?$/.test(search)) {
    return { name: sql`false`, store: sql`stores.zip like ${`${search}%`}` };
  }
  const [city = '', state] = search.toLowerCase().split(/\s*,\s*/);
  const inCity = sql<boolean>`lower(stores.city) = ${city}`;
  return {
    name: matchName(queryWords(search)),
    store: state ? sql`${inCity} and stores.state = ${state.toUpperCase()}` : inCity,
  };
}

/** Other words may be between the words, so 'bed & breakfast' also finds 'Bed and Breakfast'. */
function matchName(words: readonly string[]): RawBuilder<boolean> {
  const pattern = words.join('%');
  if (pattern === '') return sql`false`;
  return pattern.length < MIN_PART_LENGTH
    ? sql`businesses.name_key like ${`${pattern}%`}`
    : sql`businesses.search_name like ${`%${pattern}%`}`;
}

/**
 * Returns a condition that lists the ids of the matches if there are few. If there are many, returns a
 * condition that tests each row, because reading the list in its order then soon finds enough of them.
 */
async function findMatches(db: Db, search: string): Promise<RawBuilder<boolean>> {
  const { name, store } = buildSearchConditions(search);
  const limit = MAX_SORTED_MATCHES + 1;
  const { rows } = await sql<{ id: string }>`
    (select id from businesses where ${name} limit ${limit})
    union (select business_id from stores where ${store} limit ${limit})`.execute(db);
  if (rows.length <= MAX_SORTED_MATCHES) {
    return sql`businesses.id = any(${rows.map(({ id }) => id)}::uuid[])`;
  }
  return sql`(${name} or exists (
    select from stores where stores.business_id = businesses.id and ${store}))`;
}
