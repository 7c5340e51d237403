import { EARTH_RADIUS_MILES } from '#server/stores/search/search-area.ts';
import { type Ask, type Found, idsOf, ORDERS, rival, Sql, setUpRival, type Wanted } from './rival.ts';
import type { Way } from './way.ts';

/** The index has everything that is filtered and sorted by, so that the box is as good as it can be. */
const SET_UP = [
  'create table box_stores as select * from stores where is_listed order by id',
  'alter table box_stores add primary key (id)',
  `create index box_stores_place on box_stores (latitude, longitude)
    include (name_key, id, search_name, is_national, type, category_mask)`,
  'vacuum analyze box_stores',
];

const MILES_A_DEGREE = (Math.PI / 180) * EARTH_RADIUS_MILES;

function conditions(sql: Sql, wanted: Wanted, place: NonNullable<Wanted['place']>): string {
  const { latitude, longitude } = place;
  const reach = wanted.miles / MILES_A_DEGREE;
  const sideways = reach / Math.cos(((Math.abs(latitude) + reach) * Math.PI) / 180);
  const [lat, lon] = [sql.of(latitude, 'float8'), sql.of(longitude, 'float8')];
  const haversine = `2 * ${EARTH_RADIUS_MILES} * asin(sqrt(power(sin(radians(latitude - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(latitude)) * power(sin(radians(longitude - ${lon}) / 2), 2)))`;
  const inside = `latitude between ${sql.of(latitude - reach, 'float8')} and ${sql.of(latitude + reach, 'float8')}
    and longitude between ${sql.of(longitude - sideways, 'float8')} and ${sql.of(longitude + sideways, 'float8')}
    and ${haversine} <= ${sql.of(wanted.miles, 'float8')}`;
  const all = [wanted.isNational ? `(is_national or ${inside})` : inside];
  if (wanted.category !== null) all.push(`category_mask & ${sql.of(1 << wanted.category, 'int4')} <> 0`);
  if (wanted.type !== null) all.push(`type = ${sql.of(wanted.type, 'int2')}`);
  for (const word of wanted.words) all.push(`search_name like ${sql.of(`%${word}%`, 'text')}`);
  return all.join(' and ');
}

async function find(ask: Ask, wanted: Wanted): Promise<Found | undefined> {
  const { place } = wanted;
  if (!place) return undefined;
  const counting = new Sql();
  const where = conditions(counting, wanted, place);
  const [counted] = await ask(`select count(*) as count from box_stores where ${where}`, counting.values);
  const page = new Sql();
  const inside = conditions(page, wanted, place);
  // Of the same order as the distance, and cheaper.
  const closeness = `- power(latitude - $1, 2) - power((longitude - $2) * cos(radians($1)), 2)`;
  const rows = await ask(
    `select id${wanted.sortBy === 5 ? `, ${closeness} as closeness` : ''} from box_stores where ${inside}
      order by ${ORDERS[wanted.sortBy]} limit ${page.of(wanted.limit, 'int8')} offset ${page.of(wanted.skip, 'int8')}`,
    page.values,
  );
  return { count: Number(counted?.count), ids: idsOf(rows) };
}

/** The plain design: a box of latitudes and longitudes, and each store's distance. */
export async function box(url: string, details: string): Promise<Way> {
  await setUpRival(url, SET_UP);
  return rival('latitude/longitude box', url, details, find);
}
