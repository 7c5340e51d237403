import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

interface FavoriteKey {
  accountId: string;
  businessId: string;
}

/** Serializes the additions of one account, so that concurrent ones can't exceed its limit. */
export async function lockFavorites(trx: Trx, accountId: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

export async function countFavorites(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isFavorite(db: Db, { accountId, businessId }: FavoriteKey): Promise<boolean> {
  const row = await db
    .selectFrom('favorites')
    .select('businessId')
    .where('accountId', '=', accountId)
    .where('businessId', '=', businessId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Does nothing if the favorite exists, or if the business isn't listed. */
export async function insertFavorite(
  trx: Trx,
  { accountId, businessId, at }: FavoriteKey & { at: Date },
): Promise<void> {
  await sql`insert into favorites (account_id, business_id, created_at)
    select ${accountId}, id, ${at} from businesses where id = ${businessId} and is_listed
    on conflict do nothing`.execute(trx);
}

export async function deleteFavorite(db: Db, { accountId, businessId }: FavoriteKey): Promise<void> {
  await db
    .deleteFrom('favorites')
    .where('accountId', '=', accountId)
    .where('businessId', '=', businessId)
    .execute();
}

export interface FavoriteRow {
  id: string;
  name: string;
  searchName: string;
  categories: number[];
  logo: string | null;
  city: string | null;
  state: string | null;
  promotionsCount: number;
}

/**
 * Returns the account's favorites that are listed, newest first, with their first location and the number of
 * promotions that are valid on `day` (YYYY-MM-DD).
 */
export async function findFavorites(db: Db, accountId: string, day: string): Promise<FavoriteRow[]> {
  const { rows } = await sql<FavoriteRow>`
    select b.id, b.name, b.search_name, b.categories, b.logo, place.city, place.state,
      (select count(*)::int4 from promotions p
        where p.business_id = b.id and (p.valid_until is null or p.valid_until >= ${day}::date)
      ) as promotions_count
    from favorites f
    join businesses b on b.id = f.business_id
    left join lateral (
      select city, state from stores where stores.business_id = b.id order by stores.id limit 1
    ) place on true
    where f.account_id = ${accountId} and b.is_listed
    order by f.created_at desc, b.id`.execute(db);
  return rows;
}
