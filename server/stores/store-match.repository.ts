import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SearchArea } from './search-area.ts';
import type { SearchTerm } from './search-terms.service.ts';
import { categoryMask, type StoreQuery } from './store-query.ts';

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

/** Up to so many blocks a circle is read by them, larger ones by cells. */
const FEW_BLOCKS = 64;

function isInside(area: SearchArea, table: 'stores' | 'store_words'): Condition {
  const blocks = [...area.innerBlocks, ...area.edgeBlocks];
  const isSmall = table === 'stores' && area.innerCells.length === 0 && blocks.length <= FEW_BLOCKS;
  const square = isSmall ? sql`block = any(${blocks}::int4[])` : sql`cell = any(${area.cells}::int4[])`;
  return sql`${square} and ${closenessTo(area)} >= ${area.minimum}::float8`;
}

/** The words of a name; a store's word keeps them only where they differ from the name. */
const NAME = sql`coalesce(search_name, name_key)`;

function hasTerm({ part, words }: SearchTerm): Condition {
  return part === null
    ? sql`string_to_array(${NAME}, ' ') && ${words}::text[]`
    : sql`strpos(${NAME}, ${part}) > 0`;
}

/** A row for each store with the term, where rows are words: the first word in its name that has the part. */
export function isFirstWith(part: string): Condition {
  return sql`strpos(${NAME}, ${part}) between begins and begins + length(word) - 1`;
}

export function lacksWord(word: string): Condition {
  return sql`strpos(' ' || ${NAME} || ' ', ${` ${word} `}) = 0`;
}

/** Where a store may be and what it may be, for tables that need no union to say it. */
function fitsPlace({ area, national }: StoreQuery, table: 'stores' | 'store_words'): Condition[] {
  if (!area) return national ? [sql`is_national`] : [];
  const inside = isInside(area, table);
  return [national ? sql`(is_national or (${inside}))` : inside];
}

function columnsFrom(id: RawBuilder<unknown>, { area }: StoreQuery): RawBuilder<unknown> {
  return sql`${id} as id, name_key, type, ${area ? closenessTo(area) : sql`null::float8`} as closeness`;
}

/** Each listed store that fits, once, as (id, name_key, type, closeness to the centre). */
export function matching(query: StoreQuery): RawBuilder<unknown> {
  const { area, national, name } = query;
  if (!name) return area && national ? inAreaOrNational(query, area) : fromStores(query, []);
  const { term, others, isScanned } = name;
  const named = others.map(hasTerm);
  if (isScanned) return fromStores(query, [hasTerm(term), ...named]);
  const isOneWord = term.words.length === 1;
  const conditions = [
    sql<boolean>`word = any(${term.words}::text[])`,
    fitsKind(query),
    ...fitsPlace(query, 'store_words'),
    ...(isOneWord || term.part === null ? [] : [isFirstWith(term.part)]),
    ...named,
  ];
  // A name may have two of the words that only look like what was typed.
  const unique = isOneWord || term.part !== null ? sql`` : sql`distinct`;
  return sql`select ${unique} ${columnsFrom(sql`store_id`, query)} from store_words where ${and(conditions)}`;
}

function fromStores(query: StoreQuery, conditions: Condition[]): RawBuilder<unknown> {
  const all = [sql<boolean>`is_listed`, fitsKind(query), ...fitsPlace(query, 'stores'), ...conditions];
  return sql`select ${columnsFrom(sql`id`, query)} from stores where ${and(all)}`;
}

/** Two parts, so that each is read from its own index. */
function inAreaOrNational(query: StoreQuery, area: SearchArea): RawBuilder<unknown> {
  const columns = columnsFrom(sql`id`, query);
  return sql`select ${columns} from stores
      where is_listed and not is_national and ${fitsKind(query)} and ${isInside(area, 'stores')}
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
