import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Promotion } from '../promotion.schema.ts';
import type { Photo } from './business-page.schema.ts';

/** PostgreSQL uses the index only if this is the index's expression. */
const pageKey = sql`right(id::text, 16) collate "C"`;

export interface BusinessPageRow {
  id: string;
  name: string;
  searchName: string;
  categories: number[];
  logo: string | null;
  url: string | null;
  isPremier: boolean;
  isNational: boolean;
  isMembersOnly: boolean;
  description: string | null;
}

/** `key` is the part of the id in the page's URL. Finds listed businesses only. */
export async function findListedBusiness(db: Db, key: string): Promise<BusinessPageRow | undefined> {
  const { rows } = await sql<BusinessPageRow>`
    select id, name, search_name, categories, logo, url, is_premier, is_national, is_members_only, description
    from businesses where ${pageKey} = ${key} and is_listed`.execute(db);
  return rows[0];
}

/** Returns a listed business with its owner's account, which is null if no one has claimed it. */
export async function findListedOwner(db: Db, key: string) {
  return db
    .selectFrom('businesses')
    .select(['id as businessId', 'accountId'])
    .where(pageKey, '=', key)
    .where('isListed', '=', true)
    .executeTakeFirst();
}

/** Returns the promotions that are valid on `day` (YYYY-MM-DD). */
export async function findValidPromotions(db: Db, businessId: string, day: string): Promise<Promotion[]> {
  return db
    .selectFrom('promotions')
    .select([
      ...(['id', 'code', 'info', 'url', 'additionalUrl', 'validUntil', 'isOnline'] as const),
      ...(['headline', 'savesCents'] as const),
    ])
    .where('businessId', '=', businessId)
    .where((eb) => eb.or([eb('validUntil', 'is', null), eb('validUntil', '>=', sql<string>`${day}::date`)]))
    .orderBy('position')
    .execute();
}

export async function findPhotos(db: Db, businessId: string): Promise<Photo[]> {
  return db
    .selectFrom('businessPhotos')
    .select(['id', 'file', 'alt', 'width', 'height'])
    .where('businessId', '=', businessId)
    .orderBy('position')
    .execute();
}

/** Ordered by id, except that `firstId` comes first. */
export async function findPageLocations(
  db: Db,
  businessId: string,
  { firstId, limit }: { firstId: string | null; limit: number },
) {
  return db
    .selectFrom('stores')
    .select([
      ...(['id', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone', 'hours'] as const),
      sql<number>`count(*) over ()`.as('count'),
    ])
    .where('businessId', '=', businessId)
    .orderBy(sql`id is distinct from ${firstId}::uuid`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Returns listed businesses in the order of their keys: those with `from` <= key < `to` and `after` < key.
 */
export async function findPageNames(
  db: Db,
  { from, to, after, limit }: { from: string; to: string; after: string; limit: number },
): Promise<Array<{ id: string; searchName: string; key: string }>> {
  const { rows } = await sql<{ id: string; searchName: string; key: string }>`
    select id, search_name, right(id::text, 16) as key from businesses
    where ${pageKey} >= ${from} and ${pageKey} < ${to} and ${pageKey} > ${after} and is_listed
    order by ${pageKey} limit ${limit}`.execute(db);
  return rows;
}

/**
 * Returns PostgreSQL's own estimate, because counting reads the whole table. Returns 0 if there is none yet.
 */
export async function estimateBusinesses(db: Db): Promise<number> {
  const { rows } = await sql<{ estimate: number }>`
    select greatest(reltuples, 0)::float8 as estimate from pg_class where oid = 'businesses'::regclass`.execute(
    db,
  );
  return rows[0]?.estimate ?? 0;
}
