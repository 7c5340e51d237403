import pg from 'pg';
import { EARTH_RADIUS_MILES } from '#server/domains/stores/search/search-area.ts';

const MILES_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_MILES;

/**
 * Creates the tables that users of PostGraphile or Directus would make from our rows: a denormalized one of
 * listings and one of cards, in a separate schema, with indexes for the questions. PostGraphile exposes the
 * functions as queries; Directus can't use them.
 */
const SET_UP = [
  'create schema peers',
  'create schema directus',
  `create table peers.listings as
    select s.id, b.name, s.name_key, s.search_name, b.logo, b.url, b.is_premier, s.is_national, s.type,
      ',' || array_to_string(s.categories, ',') || ',' as category_list,
      s.street1, s.street2, s.city, s.state, s.zip, s.country, s.phone, s.latitude, s.longitude
    from stores s join businesses b on b.id = s.business_id where s.is_listed order by s.id`,
  'alter table peers.listings add primary key (id)',
  'create index listings_place on peers.listings (latitude, longitude)',
  'create index listings_name on peers.listings (name_key, id)',
  'create index listings_words on peers.listings using gin (search_name gin_trgm_ops)',
  `create table peers.cards as
    select m.id, m.number, m.firstname, m.lastname, m.spouse_firstname, m.spouse_lastname, p.name as plan,
      s.status, s.period_end
    from memberships m join subscriptions s on s.id = m.subscription_id join plans p on p.id = m.plan_id`,
  'alter table peers.cards add primary key (id), add unique (number)',
  `create function peers.listings_near(lat float8, lon float8, miles float8, words text[], category int)
    returns setof peers.listings language sql stable as $$
      select * from peers.listings
      where latitude between lat - miles / ${MILES_PER_DEGREE} and lat + miles / ${MILES_PER_DEGREE}
        and longitude between lon - miles / ${MILES_PER_DEGREE} / cos(radians(abs(lat) + miles / ${MILES_PER_DEGREE}))
          and lon + miles / ${MILES_PER_DEGREE} / cos(radians(abs(lat) + miles / ${MILES_PER_DEGREE}))
        and 2 * ${EARTH_RADIUS_MILES} * asin(sqrt(power(sin(radians(latitude - lat) / 2), 2)
          + cos(radians(lat)) * cos(radians(latitude)) * power(sin(radians(longitude - lon) / 2), 2))) <= miles
        and (words is null or search_name like all (words))
        and (category is null or category_list like '%,' || category || ',%')
      order by name_key, id
    $$`,
  `create function peers.listings_with(word text) returns setof peers.listings language sql stable as $$
      select * from peers.listings where search_name like '%' || word || '%' order by name_key, id
    $$`,
  'vacuum analyze peers.listings, peers.cards',
];

export async function createPeerTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    for (const statement of SET_UP) await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface Box {
  latitudes: [from: number, to: number];
  longitudes: [from: number, to: number];
}

/** Returns a box that contains the circle with this radius around a place. */
export function boxAround(place: { latitude: number; longitude: number }, miles: number): Box {
  const { latitude, longitude } = place;
  const height = miles / MILES_PER_DEGREE;
  const width = height / Math.cos(((Math.abs(latitude) + height) * Math.PI) / 180);
  return {
    latitudes: [latitude - height, latitude + height],
    longitudes: [longitude - width, longitude + width],
  };
}
