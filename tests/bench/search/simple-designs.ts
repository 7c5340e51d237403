import { EARTH_RADIUS_MILES } from '#server/domains/stores/search/search-area.ts';
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
import { openNamedPool } from './recording.ts';

/** A design that reads all stores near a place, then counts and sorts them. */
interface SimpleDesign {
  name: string;
  table: string;
  setUp: string[];
  isInside(sql: Sql, place: Place, miles: number): string;
  /** An SQL expression that is higher for nearer stores. $1 and $2 are the place's latitude and longitude. */
  closeness: string;
}

type Place = NonNullable<Criteria['place']>;

/** A covering index with every filter and sort column, so that the comparison is fair. */
const BOX: SimpleDesign = {
  name: 'latitude/longitude box',
  table: 'box_stores',
  setUp: [
    'create table box_stores as select * from stores where is_listed order by id',
    'alter table box_stores add primary key (id)',
    `create index box_stores_place on box_stores (latitude, longitude)
      include (name_key, id, search_name, is_national, type, category_mask)`,
    'vacuum analyze box_stores',
  ],
  isInside: isInBox,
  closeness: '- power(latitude - $1, 2) - power((longitude - $2) * cos(radians($1)), 2)',
};

/** A PostGIS index of geographic points. */
const POSTGIS: SimpleDesign = {
  name: 'PostGIS geography',
  table: 'postgis_stores',
  setUp: [
    'create extension if not exists postgis',
    `create table postgis_stores as
      select *, st_setsrid(st_makepoint(longitude, latitude), 4326)::geography as place
      from stores where is_listed order by id`,
    'alter table postgis_stores add primary key (id)',
    'create index postgis_stores_place on postgis_stores using gist (place)',
    'vacuum analyze postgis_stores',
  ],
  isInside: (sql, { latitude, longitude }, miles) => {
    const center = `st_setsrid(st_makepoint(${sql.of(longitude, 'float8')}, ${sql.of(latitude, 'float8')}), 4326)::geography`;
    // Scale the radius to PostGIS's sphere, so that it finds the same stores as our search.
    const meters =
      miles * METERS_PER_MILE * (POSTGIS_EARTH_RADIUS_METERS / (EARTH_RADIUS_MILES * METERS_PER_MILE));
    return `st_dwithin(place, ${center}, ${sql.of(meters, 'float8')}, false)`;
  },
  closeness: '- st_distance(place, st_setsrid(st_makepoint($2, $1), 4326)::geography, false)',
};

const METERS_PER_MILE = 1609.344;
const POSTGIS_EARTH_RADIUS_METERS = 6371008.771415059;

const MILES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_MILES;

function isInBox(sql: Sql, place: Place, miles: number): string {
  const { latitude, longitude } = place;
  const latitudeReach = miles / MILES_PER_DEGREE;
  const longitudeReach = latitudeReach / Math.cos(((Math.abs(latitude) + latitudeReach) * Math.PI) / 180);
  const [lat, lon] = [sql.of(latitude, 'float8'), sql.of(longitude, 'float8')];
  const haversine = `2 * ${EARTH_RADIUS_MILES} * asin(sqrt(power(sin(radians(latitude - ${lat}) / 2), 2)
    + cos(radians(${lat})) * cos(radians(latitude)) * power(sin(radians(longitude - ${lon}) / 2), 2)))`;
  return `latitude between ${sql.of(latitude - latitudeReach, 'float8')} and ${sql.of(latitude + latitudeReach, 'float8')}
    and longitude between ${sql.of(longitude - longitudeReach, 'float8')} and ${sql.of(longitude + longitudeReach, 'float8')}
    and ${haversine} <= ${sql.of(miles, 'float8')}`;
}

function buildConditions(design: SimpleDesign, sql: Sql, criteria: Criteria, place: Place): string {
  const insideCondition = design.isInside(sql, place, criteria.miles);
  const conditionList = [criteria.isNational ? `(is_national or ${insideCondition})` : insideCondition];
  if (criteria.category !== null)
    conditionList.push(`category_mask & ${sql.of(1 << criteria.category, 'int4')} <> 0`);
  if (criteria.type !== null) conditionList.push(`type = ${sql.of(criteria.type, 'int2')}`);
  for (const word of criteria.words) conditionList.push(`search_name like ${sql.of(`%${word}%`, 'text')}`);
  return conditionList.join(' and ');
}

async function find(
  design: SimpleDesign,
  runQuery: RunQuery,
  criteria: Criteria,
): Promise<MatchPage | undefined> {
  const { place } = criteria;
  if (!place) return undefined;
  const counting = new Sql();
  const whereClause = buildConditions(design, counting, criteria, place);
  const [countRow] = await runQuery(
    `select count(*) as count from ${design.table} where ${whereClause}`,
    counting.values,
  );
  const page = new Sql();
  const isByDistance = criteria.sortBy === 5;
  if (isByDistance) {
    page.of(place.latitude, 'float8');
    page.of(place.longitude, 'float8');
  }
  const whereConditions = buildConditions(design, page, criteria, place);
  const rows = await runQuery(
    `select id${isByDistance ? `, ${design.closeness} as closeness` : ''} from ${design.table} where ${whereConditions}
      order by ${ORDERS[criteria.sortBy]} limit ${page.of(criteria.limit, 'int8')} offset ${page.of(criteria.skip, 'int8')}`,
    page.values,
  );
  return { count: Number(countRow?.count), ids: listIds(rows) };
}

async function create(design: SimpleDesign, url: string, detailsStatement: string): Promise<Candidate> {
  await setUpAlternative(url, design.setUp);
  return createAlternative(design.name, url, detailsStatement, (runQuery, criteria) =>
    find(design, runQuery, criteria),
  );
}

/** Reads a latitude/longitude box, then computes the distance of each store in it. */
export const createBox = (url: string, detailsStatement: string) => create(BOX, url, detailsStatement);

export const POSTGIS_NAME = POSTGIS.name;

/** Returns null if the server has no PostGIS. */
export async function createPostgis(url: string, detailsStatement: string): Promise<Candidate | null> {
  const { runQuery, close } = openNamedPool(url);
  const extensions = await runQuery("select name from pg_available_extensions where name = 'postgis'", []);
  await close();
  return extensions.length === 0 ? null : create(POSTGIS, url, detailsStatement);
}
