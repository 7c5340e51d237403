import { listSquares, type SearchArea, searchArea } from '#server/stores/search/search-area.ts';
import { type Ask, type Found, idsOf, ORDERS, rival, Sql, setUpRival, type Wanted } from './rival.ts';
import type { Way } from './way.ts';

/**
 * The design that the stack was tried with: covering btrees by cell, name and type, a partial one of national stores,
 * trigrams of the names, and the number of stores of each cell. The exact count first; it decides how the page is found.
 */
const SET_UP = [
  'create table trial_stores as select * from stores where is_listed order by id',
  'alter table trial_stores add primary key (id)',
  `create index trial_cells on trial_stores (cell)
    include (ux, uy, uz, is_national, type, category_mask, name_key, id)`,
  `create index trial_names on trial_stores (name_key, id)
    include (ux, uy, uz, is_national, type, category_mask)`,
  `create index trial_types on trial_stores (type, name_key, id)
    include (ux, uy, uz, is_national, category_mask)`,
  `create index trial_types_back on trial_stores (type desc, name_key, id)
    include (ux, uy, uz, is_national, category_mask)`,
  `create index trial_national on trial_stores (name_key, id)
    include (type, category_mask) where is_national`,
  'create index trial_trigrams on trial_stores using gin (name_key gin_trgm_ops)',
  `create table cell_stats as
    select coalesce(cell, -1) as cell, type, is_national, count(*)::int4 as stores from trial_stores group by 1, 2, 3`,
  'alter table cell_stats add primary key (cell, type, is_national) include (stores)',
  'vacuum analyze trial_stores, cell_stats',
];

const isClose = (sql: Sql, { x, y, z, minCosine }: SearchArea) =>
  `ux * ${sql.of(x, 'float8')} + uy * ${sql.of(y, 'float8')} + uz * ${sql.of(z, 'float8')}
    >= ${sql.of(minCosine, 'float8')}`;

function kinds(sql: Sql, { category, type }: Wanted): string[] {
  const all: string[] = [];
  if (category !== null) all.push(`category_mask & ${sql.of(1 << category, 'int4')} <> 0`);
  if (type !== null) all.push(`type = ${sql.of(type, 'int2')}`);
  return all;
}

/** Short parts have no trigrams; reading all names of the index is then cheaper than reading all stores. */
const SHORTEST_TRIGRAM = 3;

const byTrigram = (sql: Sql, words: string[]) =>
  words.map((word) =>
    word.length < SHORTEST_TRIGRAM
      ? `strpos(name_key, ${sql.of(word, 'text')}) > 0`
      : `name_key like ${sql.of(`%${word}%`, 'text')}`,
  );

const byReading = (sql: Sql, words: string[]) =>
  words.map((word) => `strpos(name_key, ${sql.of(word, 'text')}) > 0`);

/** Everything that fits, as (id, name_key, type, closeness), read from where it lies together. */
function collected(sql: Sql, wanted: Wanted, area: SearchArea | null): string {
  const closeness =
    area && wanted.sortBy === 5
      ? `ux * ${sql.of(area.x, 'float8')} + uy * ${sql.of(area.y, 'float8')} + uz * ${sql.of(area.z, 'float8')}`
      : 'null::float8';
  const common = [...kinds(sql, wanted), ...byTrigram(sql, wanted.words)];
  const stores = (where: string[]) =>
    `select id, name_key, type, ${closeness} as closeness from trial_stores
      where ${[...where, ...common].join(' and ') || 'true'}`;
  if (!area) return stores(wanted.isNational ? ['is_national'] : []);
  const cells = `cell = any(${sql.of(area.cells, 'int4[]')})`;
  const inside = [cells, isClose(sql, area)];
  if (!wanted.isNational) return stores(inside);
  return `${stores(['not is_national', ...inside])} union all ${stores(['is_national'])}`;
}

async function countOf(ask: Ask, wanted: Wanted, area: SearchArea | null): Promise<number> {
  const sql = new Sql();
  const isKept = wanted.words.length === 0 && wanted.category === null;
  const text = isKept
    ? keptCount(sql, wanted, area)
    : `select count(*) as count from (${collected(sql, wanted, area)}) matches`;
  const [row] = await ask(text, sql.values);
  return Number(row?.count ?? 0);
}

const innerOf = ({ innerCells }: SearchArea) => listSquares(innerCells);

function edgeOf(area: SearchArea): number[] {
  const inner = new Set(innerOf(area));
  return area.cells.filter((cell) => !inner.has(cell));
}

/** The cells inside from their numbers, those at the edge store by store. */
function keptCount(sql: Sql, wanted: Wanted, area: SearchArea | null): string {
  const { isNational } = wanted;
  const ofKind = kinds(sql, wanted)
    .map((kind) => ` and ${kind}`)
    .join('');
  if (!area) {
    return isNational
      ? `select count(*) as count from trial_stores where is_national${ofKind}`
      : `select sum(stores) as count from cell_stats where true${ofKind}`;
  }
  const local = isNational ? ' and not is_national' : '';
  const parts = [
    `select sum(stores) as n from cell_stats where cell = any(${sql.of(innerOf(area), 'int4[]')})${local}${ofKind}`,
    `select count(*) from trial_stores where cell = any(${sql.of(edgeOf(area), 'int4[]')}) and ${isClose(sql, area)}
      ${local}${ofKind}`,
  ];
  if (isNational) parts.push(`select count(*) from trial_stores where is_national${ofKind}`);
  return `select sum(n) as count from (${parts.join(' union all ')}) counted`;
}

/** In the order of the sort's index, until the page is full. */
function walked(sql: Sql, wanted: Wanted, area: SearchArea | null): string {
  const close = area ? [isClose(sql, area)] : [];
  const place = wanted.isNational ? [area ? `(is_national or ${close[0]})` : 'is_national'] : close;
  const where = [...place, ...kinds(sql, wanted), ...byReading(sql, wanted.words)].join(' and ') || 'true';
  const order = ORDERS[wanted.sortBy === 5 ? 1 : wanted.sortBy];
  const inner = wanted.isNational && !area ? 'where is_national' : '';
  return `select id from (
      select id, name_key, type, ux, uy, uz, is_national, category_mask from trial_stores ${inner} order by ${order} offset 0
    ) walked where ${where}`;
}

function finder(total: number) {
  return async (ask: Ask, wanted: Wanted): Promise<Found> => {
    const area = wanted.place && searchArea(wanted.place, wanted.miles);
    const count = await countOf(ask, wanted, area);
    if (wanted.skip >= count) return { count, ids: [] };
    const sql = new Sql();
    const toWalk = (total * (wanted.skip + wanted.limit)) / count;
    const isWalked = (wanted.sortBy !== 5 || !area) && toWalk < count;
    const order = ORDERS[wanted.sortBy === 5 && !area ? 1 : wanted.sortBy];
    const text = isWalked
      ? walked(sql, wanted, area)
      : `select id from (${collected(sql, wanted, area)} offset 0) matches order by ${order}`;
    const range = `limit ${sql.of(wanted.limit, 'int8')} offset ${sql.of(wanted.skip, 'int8')}`;
    return { count, ids: idsOf(await ask(`${text} ${range}`, sql.values)) };
  };
}

export async function trial(url: string, details: string, total: number): Promise<Way> {
  await setUpRival(url, SET_UP);
  return rival('the trial’s design', url, details, finder(total));
}
