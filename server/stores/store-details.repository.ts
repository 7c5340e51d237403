import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Promotion } from './promotion.schema.ts';

export interface StoreDetails {
  id: string;
  businessId: string;
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
  promotions: Promotion[];
}

/** Returns the stores in the order of the ids, with the promotions valid on a day (YYYY-MM-DD). */
export async function findStoreDetails(db: Db, ids: string[], day: string): Promise<StoreDetails[]> {
  const { rows } = await sql<StoreDetails>`
    select s.id, s.business_id, b.name, s.search_name, s.categories, b.logo, b.url, b.is_premier, s.is_national,
      b.is_members_only, s.street1, s.street2, s.city, s.state, s.zip, s.country, s.phone, s.latitude, s.longitude,
      s.ux, s.uy, s.uz,
      coalesce((
        select json_agg(json_build_object('id', p.id, 'code', p.code, 'info', p.info, 'url', p.url,
          'additionalUrl', p.additional_url, 'validUntil', p.valid_until, 'isOnline', p.is_online)
          order by p.position)
        from promotions p
        where p.business_id = b.id and (p.valid_until is null or p.valid_until >= ${day}::date)
      ), '[]'::json) as promotions
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join stores s on s.id = wanted.id
    join businesses b on b.id = s.business_id
    order by wanted.position`.execute(db);
  return rows;
}
