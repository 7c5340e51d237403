import { EARTH_RADIUS_MILES } from '#server/stores/search/search-area.ts';
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

/** A covering index with every filter and sort column, so that the comparison is fair. */
const SET_UP = [
  'create table box_stores as select * from stores where is_listed order by id',
  'alter table box_stores add primary key (id)',
  `create index box_stores_place on box_stores (latitude, longitude)
    include (name_key, id, search_name, is_national, type, category_mask)`,
  'vacuum analyze box_stores',
];

const MILES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_MILES;

function conditions(sql: Sql, criteria: Criteria, place: NonNullable<Criteria['place']>): string {
  const { latitude, longitude } = place;
  const latitudeReach = criteria.miles / MILES_PER_DEGREE;
  const longitudeReach = latitudeReach / Math.cos(((Math.abs(latitude) + latitudeReach) * Math.PI) / 180);
  const [lat, lon] = [sql.of(latitude, 'float8'), sql.of(longitude, 'float8')];
  const haversine = `2 * ${EARTH_RADIUS_MILES} * asin(sqrt(power(sin(radians(latitude - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(latitude)) * power(sin(radians(longitude - ${lon}) / 2), 2)))`;
  const inside = `latitude between ${sql.of(latitude - latitudeReach, 'float8')} and ${sql.of(latitude + latitudeReach, 'float8')}
    and longitude between ${sql.of(longitude - longitudeReach, 'float8')} and ${sql.of(longitude + longitudeReach, 'float8')}
    and ${haversine} <= ${sql.of(criteria.miles, 'float8')}`;
  const conditionList = [criteria.isNational ? `(is_national or ${inside})` : inside];
  if (criteria.category !== null)
    conditionList.push(`category_mask & ${sql.of(1 << criteria.category, 'int4')} <> 0`);
  if (criteria.type !== null) conditionList.push(`type = ${sql.of(criteria.type, 'int2')}`);
  for (const word of criteria.words) conditionList.push(`search_name like ${sql.of(`%${word}%`, 'text')}`);
  return conditionList.join(' and ');
}

async function find(runQuery: RunQuery, criteria: Criteria): Promise<MatchPage | undefined> {
  const { place } = criteria;
  if (!place) return undefined;
  const counting = new Sql();
  const whereClause = conditions(counting, criteria, place);
  const [counted] = await runQuery(
    `select count(*) as count from box_stores where ${whereClause}`,
    counting.values,
  );
  const page = new Sql();
  const inside = conditions(page, criteria, place);
  // Sorts like the distance but is cheaper to compute.
  const closeness = `- power(latitude - $1, 2) - power((longitude - $2) * cos(radians($1)), 2)`;
  const rows = await runQuery(
    `select id${criteria.sortBy === 5 ? `, ${closeness} as closeness` : ''} from box_stores where ${inside}
      order by ${ORDERS[criteria.sortBy]} limit ${page.of(criteria.limit, 'int8')} offset ${page.of(criteria.skip, 'int8')}`,
    page.values,
  );
  return { count: Number(counted?.count), ids: listIds(rows) };
}

/** The simple design: a latitude/longitude box, then the distance of each store in it. */
export async function createBox(url: string, detailsStatement: string): Promise<Candidate> {
  await setUpAlternative(url, SET_UP);
  return createAlternative('latitude/longitude box', url, detailsStatement, find);
}
