import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { searchWords } from '../../lib/search-words.ts';
import { categoryName } from '../../stores/category.shared.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { LISTING_ORIGINS, LISTING_STATES } from './business-list.shared.ts';

const SORTS = {
  name: sortBy(sql.ref('businesses.nameKey'), 'text'),
  added: sortBy(sql.ref('businesses.createdAt'), 'timestamptz'),
};
const ID = sortBy(sql.ref('businesses.id'), 'uuid');

/** The trigram index finds parts of names with at least this many letters. */
const MIN_PART_LENGTH = 3;

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
  if (search !== '') query = query.where((of) => matches(of, search));
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

/** An e-mail address, a ZIP code, or else a part of a name or a city. Each has its own index. */
function matches(of: ExpressionBuilder<Database, 'businesses'>, search: string) {
  if (search.includes('@')) {
    const owners = of
      .selectFrom('accounts')
      .select('accounts.id')
      .where(sql<boolean>`lower(accounts.email) = ${search.toLowerCase()}`);
    return of('businesses.accountId', 'in', owners);
  }
  const stores = of.selectFrom('stores').select('stores.businessId as id');
  if (/^\d{5}(-\d{4})?$/.test(search)) {
    return of('businesses.id', 'in', stores.where(sql<boolean>`stores.zip like ${`${search}%`}`));
  }
  const part = searchWords(search).join(' ');
  const names = of.selectFrom('businesses as named').select('named.id');
  const byName =
    part.length < MIN_PART_LENGTH
      ? // Text without letters and digits matches no name.
        names.where(sql<boolean>`${part !== ''} and named.name_key like ${`${part}%`}`)
      : names.where(sql<boolean>`named.search_name like ${`%${part}%`}`);
  const [city = '', state] = search.toLowerCase().split(/\s*,\s*/);
  const inCity = stores.where(sql<boolean>`lower(stores.city) = ${city}`);
  const byCity = state ? inCity.where('stores.state', '=', state.toUpperCase()) : inCity;
  return of('businesses.id', 'in', byName.union(byCity));
}
