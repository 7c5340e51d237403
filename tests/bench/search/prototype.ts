import { listSquares, type SearchArea, searchArea } from '#server/stores/search/search-area.ts';
import {
  type Criteria,
  createAlternative,
  listIds,
  type MatchPage,
  ORDERS,
  type RunQuery,
  Sql,
  setUpAlternative,
} from './alternative.ts';
import type { Candidate } from './candidate.ts';

/**
 * An earlier prototype: covering indexes by cell, name, and type, a partial index of national stores, a
 * trigram index of names, and the number of stores per cell. It counts first, and the count decides how to
 * read the page.
 */
const SET_UP = [
  'create table prototype_stores as select * from stores where is_listed order by id',
  'alter table prototype_stores add primary key (id)',
  `create index prototype_cells on prototype_stores (cell)
    include (ux, uy, uz, is_national, type, category_mask, name_key, id)`,
  `create index prototype_names on prototype_stores (name_key, id)
    include (ux, uy, uz, is_national, type, category_mask)`,
  `create index prototype_types on prototype_stores (type, name_key, id)
    include (ux, uy, uz, is_national, category_mask)`,
  `create index prototype_types_back on prototype_stores (type desc, name_key, id)
    include (ux, uy, uz, is_national, category_mask)`,
  `create index prototype_national on prototype_stores (name_key, id)
    include (type, category_mask) where is_national`,
  'create index prototype_trigrams on prototype_stores using gin (name_key gin_trgm_ops)',
  `create table cell_stats as
    select coalesce(cell, -1) as cell, type, is_national, count(*)::int4 as stores from prototype_stores group by 1, 2, 3`,
  'alter table cell_stats add primary key (cell, type, is_national) include (stores)',
  'vacuum analyze prototype_stores, cell_stats',
];

const isInRadius = (sql: Sql, { x, y, z, minCosine }: SearchArea) =>
  `ux * ${sql.of(x, 'float8')} + uy * ${sql.of(y, 'float8')} + uz * ${sql.of(z, 'float8')}
    >= ${sql.of(minCosine, 'float8')}`;

function kindConditions(sql: Sql, { category, type }: Criteria): string[] {
  const conditionList: string[] = [];
  if (category !== null) conditionList.push(`category_mask & ${sql.of(1 << category, 'int4')} <> 0`);
  if (type !== null) conditionList.push(`type = ${sql.of(type, 'int2')}`);
  return conditionList;
}

/** Shorter words have no trigrams, so all names in an index are read instead. */
const MIN_TRIGRAM_LENGTH = 3;

const nameConditions = (sql: Sql, words: string[]) =>
  words.map((word) =>
    word.length < MIN_TRIGRAM_LENGTH
      ? `strpos(name_key, ${sql.of(word, 'text')}) > 0`
      : `name_key like ${sql.of(`%${word}%`, 'text')}`,
  );

const scanConditions = (sql: Sql, words: string[]) =>
  words.map((word) => `strpos(name_key, ${sql.of(word, 'text')}) > 0`);

/** Selects all matches as (id, name_key, type, closeness), by their cells. */
function selectMatches(sql: Sql, criteria: Criteria, area: SearchArea | null): string {
  const closeness =
    area && criteria.sortBy === 5
      ? `ux * ${sql.of(area.x, 'float8')} + uy * ${sql.of(area.y, 'float8')} + uz * ${sql.of(area.z, 'float8')}`
      : 'null::float8';
  const common = [...kindConditions(sql, criteria), ...nameConditions(sql, criteria.words)];
  const stores = (whereClause: string[]) =>
    `select id, name_key, type, ${closeness} as closeness from prototype_stores
      where ${[...whereClause, ...common].join(' and ') || 'true'}`;
  if (!area) return stores(criteria.isNational ? ['is_national'] : []);
  const cells = `cell = any(${sql.of(area.cells, 'int4[]')})`;
  const inside = [cells, isInRadius(sql, area)];
  if (!criteria.isNational) return stores(inside);
  return `${stores(['not is_national', ...inside])} union all ${stores(['is_national'])}`;
}

async function countMatches(
  runQuery: RunQuery,
  criteria: Criteria,
  area: SearchArea | null,
): Promise<number> {
  const sql = new Sql();
  const isInStats = criteria.words.length === 0 && criteria.category === null;
  const text = isInStats
    ? buildCountQuery(sql, criteria, area)
    : `select count(*) as count from (${selectMatches(sql, criteria, area)}) matches`;
  const [row] = await runQuery(text, sql.values);
  return Number(row?.count ?? 0);
}

const listInnerCells = ({ innerCells }: SearchArea) => listSquares(innerCells);

function listEdgeCells(area: SearchArea): number[] {
  const inner = new Set(listInnerCells(area));
  return area.cells.filter((cell) => !inner.has(cell));
}

/** Counts inner cells by their stored totals, and edge cells store by store. */
function buildCountQuery(sql: Sql, criteria: Criteria, area: SearchArea | null): string {
  const { isNational } = criteria;
  const ofKind = kindConditions(sql, criteria)
    .map((kind) => ` and ${kind}`)
    .join('');
  if (!area) {
    return isNational
      ? `select count(*) as count from prototype_stores where is_national${ofKind}`
      : `select sum(stores) as count from cell_stats where true${ofKind}`;
  }
  const local = isNational ? ' and not is_national' : '';
  const parts = [
    `select sum(stores) as n from cell_stats where cell = any(${sql.of(listInnerCells(area), 'int4[]')})${local}${ofKind}`,
    `select count(*) from prototype_stores where cell = any(${sql.of(listEdgeCells(area), 'int4[]')}) and ${isInRadius(sql, area)}
      ${local}${ofKind}`,
  ];
  if (isNational) parts.push(`select count(*) from prototype_stores where is_national${ofKind}`);
  return `select sum(n) as count from (${parts.join(' union all ')}) counted`;
}

/** Reads the index of the sort order until the page is full. */
function buildIndexScanQuery(sql: Sql, criteria: Criteria, area: SearchArea | null): string {
  const close = area ? [isInRadius(sql, area)] : [];
  const place = criteria.isNational ? [area ? `(is_national or ${close[0]})` : 'is_national'] : close;
  const whereClause =
    [...place, ...kindConditions(sql, criteria), ...scanConditions(sql, criteria.words)].join(' and ') ||
    'true';
  const order = ORDERS[criteria.sortBy === 5 ? 1 : criteria.sortBy];
  const inner = criteria.isNational && !area ? 'where is_national' : '';
  return `select id from (
      select id, name_key, type, ux, uy, uz, is_national, category_mask from prototype_stores ${inner} order by ${order} offset 0
    ) walked where ${whereClause}`;
}

function createFind(total: number) {
  return async (runQuery: RunQuery, criteria: Criteria): Promise<MatchPage> => {
    const area = criteria.place && searchArea(criteria.place, criteria.miles);
    const count = await countMatches(runQuery, criteria, area);
    if (criteria.skip >= count) return { count, ids: [] };
    const sql = new Sql();
    const estimatedReads = (total * (criteria.skip + criteria.limit)) / count;
    const isIndexScanCheaper = (criteria.sortBy !== 5 || !area) && estimatedReads < count;
    const order = ORDERS[criteria.sortBy === 5 && !area ? 1 : criteria.sortBy];
    const text = isIndexScanCheaper
      ? buildIndexScanQuery(sql, criteria, area)
      : `select id from (${selectMatches(sql, criteria, area)} offset 0) matches order by ${order}`;
    const limitClause = `limit ${sql.of(criteria.limit, 'int8')} offset ${sql.of(criteria.skip, 'int8')}`;
    return { count, ids: listIds(await runQuery(`${text} ${limitClause}`, sql.values)) };
  };
}

export async function createPrototype(
  url: string,
  detailsStatement: string,
  total: number,
): Promise<Candidate> {
  await setUpAlternative(url, SET_UP);
  return createAlternative('the prototype', url, detailsStatement, createFind(total));
}
