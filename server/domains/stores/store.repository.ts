import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { WrittenRow } from './business.repository.ts';
import type { LocationDraft } from './business-draft.schema.ts';
import type { WeekHours } from './hours.schema.ts';

export interface StoreRow extends LocationDraft {
  id: string;
  businessId: string;
  importKey: string | null;
  /** Used only for a new location. An update keeps the hours. */
  hours?: WeekHours | null;
}

/** Finds locations by import key. Those without one are found by id. */
export async function findStoreIds(
  db: Db,
  importKeys: ReadonlyArray<{ businessId: string; key: string }>,
): Promise<Array<{ businessId: string; key: string; id: string }>> {
  const { rows } = await sql<{ businessId: string; key: string; id: string }>`
    select s.business_id, input.key, s.id
    from json_to_recordset(${JSON.stringify(importKeys)}::json) as input("businessId" uuid, key text)
    join stores s on s.business_id = input."businessId"
      and (s.import_key = input.key or (s.import_key is null and s.id::text = input.key))`.execute(db);
  return rows;
}

const readInput = (stores: readonly StoreRow[]) =>
  sql`json_to_recordset(${JSON.stringify(stores)}::json) as input(id uuid, "businessId" uuid, "importKey" text,
    street1 text, street2 text, city text, state text, zip text, country text, phone text,
    latitude float8, longitude float8, hours jsonb)`;

const EXISTING_VALUES = sql`(existing.street1, existing.street2, existing.city, existing.state, existing.zip,
  existing.country, existing.phone, existing.latitude, existing.longitude)`;

/**
 * Inserts locations, and updates those that differ, but never another business's. Copies the
 * business's columns that searches use into new locations.
 */
export async function upsertStores(trx: Trx, stores: readonly StoreRow[]): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    insert into stores as existing (id, business_id, import_key, street1, street2, city, state, zip, country, phone,
      latitude, longitude, hours, name_key, search_name, categories, is_national, is_listed)
    select input.id, b.id, input."importKey", street1, street2, city, state, zip, country, phone,
      latitude, longitude, input.hours, b.name_key, b.search_name, b.categories, b.is_national, b.is_listed
    from ${readInput(stores)}
    join businesses b on b.id = input."businessId"
    on conflict (id) do update set street1 = excluded.street1, street2 = excluded.street2, city = excluded.city,
      state = excluded.state, zip = excluded.zip, country = excluded.country, phone = excluded.phone,
      latitude = excluded.latitude, longitude = excluded.longitude
    where existing.business_id = excluded.business_id and ${EXISTING_VALUES}
      is distinct from (excluded.street1, excluded.street2, excluded.city, excluded.state, excluded.zip,
        excluded.country, excluded.phone, excluded.latitude, excluded.longitude)
    returning id, (xmax = 0) as is_new`.execute(trx);
  return rows;
}

/** Returns the rows that `upsertStores` would insert or change. */
export async function findChangedStores(db: Db, stores: readonly StoreRow[]): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select input.id, existing.id is null as is_new
    from ${readInput(stores)} left join stores existing on existing.id = input.id
    where existing.id is null or (existing.business_id = input."businessId" and ${EXISTING_VALUES}
      is distinct from (input.street1, input.street2, input.city, input.state, input.zip, input.country,
        input.phone, input.latitude, input.longitude))`.execute(db);
  return rows;
}

export async function deleteOtherStores(
  trx: Trx,
  businessIds: readonly string[],
  keptIds: readonly string[],
): Promise<void> {
  await sql`delete from stores
    where business_id = any(${businessIds}::uuid[]) and id <> all(${keptIds}::uuid[])`.execute(trx);
}

/** The result omits unknown ZIP codes. */
export async function findZipCenters(db: Db, zips: readonly string[]) {
  if (zips.length === 0) return [];
  return db
    .selectFrom('places')
    .select(['zip', 'latitude', 'longitude'])
    .where('zip', '=', sql<string>`any(${zips}::text[])`)
    .execute();
}

/** Returns the ids of the given locations that are stored without coordinates. */
export async function findUnlocatedStores(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from stores where id = any(${ids}::uuid[]) and latitude is null`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Returns the locations after the given one, ordered by business and id. `key` is the import key or, if there
 * is none, the id.
 */
export async function findStoresAfter(
  db: Db,
  businessIds: readonly string[],
  after: { businessId: string; id: string },
  limit: number,
) {
  return db
    .selectFrom('stores')
    .select([
      'id',
      'businessId',
      'street1',
      'street2',
      'city',
      'state',
      'zip',
      'country',
      'phone',
      'latitude',
      'longitude',
      sql<string>`coalesce(import_key, id::text)`.as('key'),
    ])
    .where('businessId', 'in', businessIds)
    .where(sql<boolean>`(business_id, id) > (${after.businessId}::uuid, ${after.id}::uuid)`)
    .orderBy('businessId')
    .orderBy('id')
    .limit(limit)
    .execute();
}
