import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';
import { loadPlaces } from '../places/load-places.ts';

/**
 * Adds the cities, replaces the ZIP codes by the checked ones (D72), and moves the locations that had a wrong
 * center. The seed fills an empty database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cities')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    // The ZIP code whose center is the city's. A city outside a post office's area has another city's.
    .addColumn('zip', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('cities_pkey', ['state', 'key'])
    .execute();
  await guardTable(db, 'cities', { changes: 'any', deletes: true });
  const { rows } = await sql`select zip from places limit 1`.execute(db);
  if (rows.length === 0) return;
  await sql`create temporary table old_places on commit drop as
    select zip, city_key, state, latitude, longitude from places`.execute(db);
  await sql`delete from places`.execute(db);
  await loadPlaces(db);
  await moveStores(db);
}

/**
 * A location doesn't record where its coordinates come from. But those that equal the old center of its ZIP
 * code or, if the ZIP code was unknown, of its city, came from there.
 */
async function moveStores(db: Kysely<unknown>): Promise<void> {
  await sql`update stores set latitude = place.latitude, longitude = place.longitude
    from old_places as old left join places as place on place.zip = old.zip
    where stores.country = 'US' and left(stores.zip, 5) = old.zip
      and (stores.latitude, stores.longitude) = (old.latitude, old.longitude)
      and (place.latitude, place.longitude) is distinct from (old.latitude, old.longitude)`.execute(db);
  await sql`update stores set latitude = place.latitude, longitude = place.longitude
    from (
      select store.id, coalesce(own.zip, cities.zip) as zip
      from (
        -- Averages differ in their last digits by the order of the rows.
        select state, replace(city_key, ' ', '') as key,
          round(avg(latitude)::numeric, 6) as latitude, round(avg(longitude)::numeric, 6) as longitude
        from old_places group by state, city_key
      ) as old
      join stores as store on store.country = 'US' and store.state = old.state
        and round(store.latitude::numeric, 6) = old.latitude
        and round(store.longitude::numeric, 6) = old.longitude
      join cities on cities.state = old.state and cities.key = old.key
      left join places as own on own.zip = left(store.zip, 5)
      where not exists (select from old_places where old_places.zip = left(store.zip, 5))
    ) as moved
    join places as place on place.zip = moved.zip
    where stores.id = moved.id`.execute(db);
}
