import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

export interface BusinessRow {
  id: string;
  /** Used only for a new business. An update keeps the owner. */
  accountId: string | null;
  importKey: string | null;
  name: string;
  nameKey: string;
  searchName: string;
  categories: number[];
  isPremier: boolean;
  isNational: boolean;
  isListed: boolean;
  isMembersOnly: boolean;
  logo: string | null;
  url: string | null;
  /** Used only for a new business. An update keeps what the owner wrote. */
  description?: string | null;
}

/** A row that an upsert inserted or changed. Unchanged rows aren't returned. */
export interface WrittenRow {
  id: string;
  isNew: boolean;
}

const IMPORT_LOCK = 0x570e5;

/**
 * Locks import keys until the transaction ends. Otherwise, two concurrent imports could both find a key
 * unused.
 */
export async function lockImportKeys(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(trx);
}

/** Finds businesses by import key. Those without one are found by id. */
export async function findBusinessIds(
  db: Db,
  keys: readonly string[],
  uuids: readonly string[],
): Promise<Array<{ key: string; id: string }>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select import_key as key, id from businesses where import_key = any(${keys}::text[])
    union all
    select id::text, id from businesses where id = any(${uuids}::uuid[]) and import_key is null`.execute(db);
  return rows;
}

const readInput = (businesses: readonly BusinessRow[]) =>
  sql`json_to_recordset(${JSON.stringify(businesses)}::json) as input(id uuid, "accountId" uuid,
    "importKey" text, name text, "nameKey" text, "searchName" text, categories int2[], "isPremier" boolean,
    "isNational" boolean, "isListed" boolean, "isMembersOnly" boolean, logo text, url text,
    description text)`;

/** False for businesses that staff hid. Only staff can list those again. */
const NOT_HIDDEN = sql`existing.staff_listing is distinct from 'hidden'`;
const EXISTING_VALUES = sql`(existing.name, existing.categories, existing.is_premier, existing.is_national,
  existing.is_listed, existing.is_members_only, existing.logo, existing.url)`;

/**
 * Inserts businesses. Updates those that differ, but never their owner, import key, or description. A
 * business that staff hid stays unlisted. Stores have copies of some columns, which the foreign key
 * `stores_business` updates.
 */
export async function upsertBusinesses(trx: Trx, businesses: readonly BusinessRow[]): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    insert into businesses as existing (id, account_id, import_key, name, name_key, search_name, categories,
      is_premier, is_national, is_listed, is_members_only, logo, url, description)
    select id, "accountId", "importKey", name, "nameKey", "searchName", categories,
      "isPremier", "isNational", "isListed", "isMembersOnly", logo, url, description
    from ${readInput(businesses)}
    on conflict (id) do update set name = excluded.name, name_key = excluded.name_key,
      search_name = excluded.search_name, categories = excluded.categories, is_premier = excluded.is_premier,
      is_national = excluded.is_national, is_listed = excluded.is_listed and ${NOT_HIDDEN},
      is_members_only = excluded.is_members_only, logo = excluded.logo, url = excluded.url
    where ${EXISTING_VALUES}
      is distinct from (excluded.name, excluded.categories, excluded.is_premier, excluded.is_national,
        excluded.is_listed and ${NOT_HIDDEN}, excluded.is_members_only, excluded.logo, excluded.url)
    returning id, (xmax = 0) as is_new`.execute(trx);
  return rows;
}

/** Returns the rows that `upsertBusinesses` would insert or change. */
export async function findChangedBusinesses(
  db: Db,
  businesses: readonly BusinessRow[],
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    select input.id, existing.id is null as is_new
    from ${readInput(businesses)} left join businesses existing on existing.id = input.id
    where existing.id is null or ${EXISTING_VALUES}
      is distinct from (input.name, input.categories, input."isPremier", input."isNational",
        input."isListed" and ${NOT_HIDDEN}, input."isMembersOnly", input.logo, input.url)`.execute(db);
  return rows;
}

/**
 * Returns the businesses after `afterId`, ordered by id. `key` is the import key or, if there is none, the
 * id.
 */
export async function findBusinessesAfter(db: Db, afterId: string, limit: number) {
  return db
    .selectFrom('businesses')
    .select([
      'id',
      'name',
      'categories',
      'isPremier',
      'isNational',
      'isListed',
      'isMembersOnly',
      'logo',
      'url',
      sql<string>`coalesce(import_key, id::text)`.as('key'),
    ])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Counts all locations, and 1 for each business without any. */
export async function countBusinessRows(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from businesses b left join stores s on s.business_id = b.id`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Adds businesses to the savings search or removes them, except those for which staff decided otherwise. The
 * foreign key `stores_business` copies the change to their stores.
 */
export async function setListed(trx: Trx, businessIds: readonly string[], isListed: boolean): Promise<void> {
  if (businessIds.length === 0) return;
  await trx
    .updateTable('businesses')
    .set({ isListed })
    .where('id', 'in', businessIds)
    .where('isListed', '<>', isListed)
    .where((eb) =>
      eb.or([eb('staffListing', 'is', null), eb('staffListing', '=', isListed ? 'shown' : 'hidden')]),
    )
    .execute();
}
