import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea } from './search-area.ts';
import type { SearchTerm } from './search-terms.service.ts';
import { categoryMask, cellsOf, type StoreQuery } from './store-query.ts';

type Condition = RawBuilder<boolean>;

const and = (conditions: Condition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

export function closenessTo({ x, y, z }: SearchArea): RawBuilder<number> {
  return sql`ux * ${x}::float8 + uy * ${y}::float8 + uz * ${z}::float8`;
}

/**
 * What is wanted of a store itself. A type is left out where any fits: the planner takes a range of unknown ends for
 * a narrow one.
 */
export function fitsKind({ category, type }: StoreQuery): Condition {
  const ofCategory = sql<boolean>`category_mask & ${categoryMask(category)}::int4 <> 0`;
  return type === null ? ofCategory : and([ofCategory, sql`type = ${type}::int2`]);
}

function isInside(area: SearchArea): Condition {
  return sql`cell = any(${cellsOf(area)}::int4[]) and ${closenessTo(area)} >= ${area.minimum}::float8`;
}

/** Up to so many words are looked up in the index of a store's words; above that its name is read. */
const FEW_WORDS = 8;

function hasTerm(store: RawBuilder<unknown>, { part, words }: SearchTerm): Condition {
  return part === null || words.length <= FEW_WORDS
    ? sql`exists (select from store_words o where o.store_id = ${store} and o.word = any(${words}::text[]))`
    : sql`exists (select from stores o where o.id = ${store} and strpos(o.search_name, ${part}) > 0)`;
}

/** Where a store may be and what it may be, for tables that need no union to say it. */
function fitsPlace({ area, national }: StoreQuery): Condition[] {
  if (!area) return national ? [sql`is_national`] : [];
  return [national ? sql`(is_national or (${isInside(area)}))` : isInside(area)];
}

function columnsFrom(id: RawBuilder<unknown>, { area }: StoreQuery): RawBuilder<unknown> {
  return sql`${id} as id, name_key, type, ${area ? closenessTo(area) : sql`null::float8`} as closeness`;
}

/** Each listed store that fits, once, as (id, name_key, type, closeness to the centre). */
export function matching(query: StoreQuery): RawBuilder<unknown> {
  const { area, national, name } = query;
  if (!name) return area && national ? inAreaOrNational(query, area) : fromStores(query, []);
  const { term, others, isScanned } = name;
  if (isScanned && term.part !== null) {
    const isNamed = sql<boolean>`strpos(search_name, ${term.part}) > 0`;
    return fromStores(query, [isNamed, ...others.map((other) => hasTerm(sql`stores.id`, other))]);
  }
  const conditions = [
    sql<boolean>`word = any(${term.words}::text[])`,
    fitsKind(query),
    ...fitsPlace(query),
    ...others.map((other) => hasTerm(sql`w.store_id`, other)),
  ];
  const unique = term.words.length > 1 ? sql`distinct` : sql``;
  return sql`select ${unique} ${columnsFrom(sql`store_id`, query)} from store_words w where ${and(conditions)}`;
}

function fromStores(query: StoreQuery, conditions: Condition[]): RawBuilder<unknown> {
  const all = [sql<boolean>`is_listed`, fitsKind(query), ...fitsPlace(query), ...conditions];
  return sql`select ${columnsFrom(sql`id`, query)} from stores where ${and(all)}`;
}

/** Two parts, so that each is read from its own index. */
function inAreaOrNational(query: StoreQuery, area: SearchArea): RawBuilder<unknown> {
  const columns = columnsFrom(sql`id`, query);
  return sql`select ${columns} from stores
      where is_listed and not is_national and ${fitsKind(query)} and ${isInside(area)}
    union all select ${columns} from stores where is_listed and is_national and ${fitsKind(query)}`;
}

/** Statements whose rows are (id). */
export async function idsOf(db: Db, statement: RawBuilder<{ id: string }>): Promise<string[]> {
  return (await statement.execute(db)).rows.map(({ id }) => id);
}

export interface NamePosition {
  nameKey: string;
  id: string;
}

/** The next stores that fit, in the order of names, after one. */
export async function findMatchesAfter(
  db: Db,
  query: StoreQuery,
  after: NamePosition,
  limit: number,
): Promise<NamePosition[]> {
  const { rows } = await sql<NamePosition>`
    select id, name_key from (${matching(query)}) matches
    where (name_key, id) > (${after.nameKey}::text collate "C", ${after.id}::uuid)
    order by name_key, id limit ${limit}`.execute(db);
  return rows;
}
