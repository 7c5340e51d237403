import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { StorePromotions } from './promotion.schema.ts';

export interface StoreDetails {
  id: string;
  businessId: string;
  /** The account of the business's owner. Null if no one has claimed the business. */
  accountId: string | null;
  name: string;
  searchName: string;
  categories: number[];
  logo: string | null;
  url: string | null;
  isPremier: boolean;
  isNational: boolean;
  isMembersOnly: boolean;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  ux: number | null;
  uy: number | null;
  uz: number | null;
  promotionsCount: number;
  headline: string | null;
  savesCents: number | null;
}

/** Promotions with a headline, then those with savings only, then the others, each in their owner's order. */
const BEST_OFFER_FIRST = sql`p.headline is null, p.headline is null and p.saves_cents is null, p.position`;

/**
 * Returns the stores in the order of `ids`. `promotionsCount` counts the promotions that are valid on `day`
 * (YYYY-MM-DD).
 */
export async function findStoreDetails(db: Db, ids: string[], day: string): Promise<StoreDetails[]> {
  const { rows } = await sql<StoreDetails>`
    select s.id, s.business_id, b.account_id, b.name, s.search_name, s.categories, b.logo, b.url, b.is_premier, s.is_national,
      b.is_members_only, s.street1, s.street2, s.city, s.state, s.zip, s.country, s.phone, s.latitude, s.longitude,
      s.ux, s.uy, s.uz,
      offers.promotions_count, offers.headline, offers.saves_cents
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join stores s on s.id = wanted.id
    join businesses b on b.id = s.business_id
    cross join lateral (
      select count(*)::int4 as promotions_count,
        (array_agg(p.headline order by ${BEST_OFFER_FIRST}))[1] as headline,
        (array_agg(p.saves_cents order by ${BEST_OFFER_FIRST}))[1] as saves_cents
      from promotions p
      where p.business_id = b.id and (p.valid_until is null or p.valid_until >= ${day}::date)
    ) offers
    order by wanted.position`.execute(db);
  return rows;
}

/**
 * Returns, for each listed store, the promotions that are valid on `day` (YYYY-MM-DD) and shown to the
 * viewer.
 */
export async function findStorePromotions(
  db: Db,
  storeIds: readonly string[],
  { day, isMember }: { day: string; isMember: boolean },
): Promise<StorePromotions[]> {
  const { rows } = await sql<StorePromotions>`
    select s.id as store_id, coalesce((
      select json_agg(json_build_object('id', p.id, 'code', p.code, 'info', p.info, 'url', p.url,
        'additionalUrl', p.additional_url, 'validUntil', p.valid_until, 'isOnline', p.is_online,
        'headline', p.headline, 'savesCents', p.saves_cents)
        order by p.position)
      from promotions p
      where p.business_id = b.id and (p.valid_until is null or p.valid_until >= ${day}::date)
        and (${isMember} or not b.is_members_only)
    ), '[]'::json) as promotions
    from stores s
    join businesses b on b.id = s.business_id
    where s.id = any(${storeIds}::uuid[]) and s.is_listed`.execute(db);
  return rows;
}
