import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { listSquares, type SearchArea } from './search-area.ts';
import { categoryMask, isFrequent, type NameQuery, type SearchTerm, type StoreQuery } from './store-query.ts';

type Condition = RawBuilder<boolean>;

const and = (conditions: Condition[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;

export function closenessTo({ x, y, z }: SearchArea): RawBuilder<number> {
  return sql`ux * ${x}::float8 + uy * ${y}::float8 + uz * ${z}::float8`;
}

/**
 * Filters by category and type. Without a type, there is no condition on it at all, because the planner would
 * underestimate the rows of a range condition with parameters.
 */
export function matchesCategory({ category, type }: StoreQuery): Condition {
  const hasCategory = sql<boolean>`category_mask & ${categoryMask(category)}::int4 <> 0`;
  return type === null ? hasCategory : and([hasCategory, sql`type = ${type}::int2`]);
}

/** Stores in circles with more blocks than this are read by cell. */
const MAX_BLOCKS = 64;

export const isNear = (area: SearchArea) => sql<boolean>`${closenessTo(area)} >= ${area.minCosine}::float8`;

function isInside(area: SearchArea): Condition {
  const blocks = listSquares([...area.innerBlocks, ...area.edgeBlocks]);
  const isSmall = area.innerCells.length === 0 && blocks.length <= MAX_BLOCKS;
  const square = isSmall ? sql`block = any(${blocks}::int4[])` : sql`cell = any(${area.cells}::int4[])`;
  return sql`${square} and ${isNear(area)}`;
}

/** `store_words` contains `search_name` only if it differs from `name_key`. */
const SEARCHED_NAME = sql`coalesce(search_name, name_key)`;

function hasTerm({ part, words }: SearchTerm): Condition {
  return part === null
    ? sql`string_to_array(${SEARCHED_NAME}, ' ') && ${words}::text[]`
    : sql`strpos(${SEARCHED_NAME}, ${part}) > 0`;
}

/** A store has a row for each word. This keeps only the row of the first word that contains the part. */
export function isFirstWith(part: string): Condition {
  return sql`strpos(${SEARCHED_NAME}, ${part}) between begins and begins + length(word) - 1`;
}

export function lacksWord(word: string): Condition {
  return sql`strpos(' ' || ${SEARCHED_NAME} || ' ', ${` ${word} `}) = 0`;
}

function selectColumns(id: RawBuilder<unknown>, { area }: StoreQuery): RawBuilder<unknown> {
  return sql`${id} as id, name_key, type, ${area ? closenessTo(area) : sql`null::float8`} as closeness`;
}

/** Selects each matching listed store once, with the columns `id`, `name_key`, `type`, and `closeness`. */
export function selectMatches(query: StoreQuery): RawBuilder<unknown> {
  const { area, national, name } = query;
  // A union of two queries, because each needs a different index.
  const localConditions = national ? [sql<boolean>`not is_national`] : [];
  const inArea = area ? selectWithin(query, area, localConditions) : [];
  const queries = national || !area ? [...inArea, selectAnywhere(query)] : inArea;
  const allConditions = sql.join(queries, sql` union all `);
  // A name may contain two of the similar words.
  const isUnique = !name || name.term.part !== null || name.term.words.length === 1;
  return isUnique ? allConditions : sql`select distinct * from (${allConditions}) candidates`;
}

/** Selects matches everywhere, or only national businesses if requested. */
function selectAnywhere(query: StoreQuery): RawBuilder<unknown> {
  const { name, national } = query;
  const nationalConditions = national ? [sql<boolean>`is_national`] : [];
  if (!name) return selectFromStores(query, nationalConditions);
  return name.isScanned && !national
    ? selectFromStores(query, hasTerms(name))
    : selectFromWords(query, name, [isOneOf(name.term.words), ...nationalConditions]);
}

function selectWithin(
  query: StoreQuery,
  area: SearchArea,
  localConditions: Condition[],
): RawBuilder<unknown>[] {
  const { name } = query;
  if (!name || name.isScanned) {
    return [selectFromStores(query, [...localConditions, isInside(area), ...(name ? hasTerms(name) : [])])];
  }
  const { words, counts } = name.term;
  const frequentWords = words.filter((_, index) => isFrequent(counts[index] ?? 0, area));
  const rareWords = words.filter((_, index) => !isFrequent(counts[index] ?? 0, area));
  const nearConditions = [...localConditions, isNear(area)];
  return [
    ...(rareWords.length > 0 ? [selectFromWords(query, name, [isOneOf(rareWords), ...nearConditions])] : []),
    ...(frequentWords.length > 0 ? [selectFromCells(query, name, area, frequentWords, nearConditions)] : []),
  ];
}

const isOneOf = (words: string[]) => sql<boolean>`word = any(${words}::text[])`;

export const hasTerms = ({ term, others }: NameQuery) => [term, ...others].map(hasTerm);

function selectFromStores(query: StoreQuery, conditions: Condition[]): RawBuilder<unknown> {
  const allConditions = [sql<boolean>`is_listed`, matchesCategory(query), ...conditions];
  return sql`select ${selectColumns(sql`id`, query)} from stores where ${and(allConditions)}`;
}

/** Returns the conditions on word rows, except the one on the word itself. */
function wordRowConditions(query: StoreQuery, { term, others }: NameQuery): Condition[] {
  const firstWordOnly = term.part === null || term.words.length === 1 ? [] : [isFirstWith(term.part)];
  return [matchesCategory(query), ...firstWordOnly, ...others.map(hasTerm)];
}

function selectFromWords(query: StoreQuery, name: NameQuery, conditions: Condition[]): RawBuilder<unknown> {
  const allConditions = [...conditions, ...wordRowConditions(query, name)];
  return sql`select ${selectColumns(sql`store_id`, query)} from store_words where ${and(allConditions)}`;
}

/**
 * Looks up each word in each cell. The planner wouldn't choose this plan, because it assumes that a frequent
 * word is as rare as an average one. `offset 0` prevents it from reordering the join.
 */
function selectFromCells(
  query: StoreQuery,
  name: NameQuery,
  { cells }: SearchArea,
  words: string[],
  conditions: Condition[],
): RawBuilder<unknown> {
  const allConditions = [...conditions, ...wordRowConditions(query, name)];
  return sql`select ${selectColumns(sql`store_id`, query)}
    from unnest(${words}::text[]) as searched cross join unnest(${cells}::int4[]) as square
    cross join lateral (
      select * from store_words where word = searched and cell = square and ${and(allConditions)} offset 0
    ) found`;
}

export async function readIds(db: Db, statement: RawBuilder<{ id: string }>): Promise<string[]> {
  return (await statement.execute(db)).rows.map(({ id }) => id);
}
