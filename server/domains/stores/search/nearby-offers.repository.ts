import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { NearbyOffers } from './nearby-offers.schema.ts';
import type { Vector } from './search-area.ts';

interface OffersRequest {
  /** YYYY-MM-DD. */
  day: string;
  center: Vector;
  isMember: boolean;
  maxBusinesses: number;
  maxOffers: number;
}

interface BusinessWithOffers
  extends Omit<NearbyOffers['businesses'][number], 'slug' | 'type' | 'distanceMiles'> {
  businessId: string;
  searchName: string;
  /** The first category. */
  category: number;
  /** The cosine of the angle between the location and the center. */
  cosine: number;
}

/**
 * Returns the businesses of these stores that have offers on `day`, in the order of the stores. Only members
 * receive the offers of businesses that hide them from others.
 */
export async function findOffers(
  db: Db,
  storeIds: readonly string[],
  { day, center: [x, y, z], isMember, maxBusinesses, maxOffers }: OffersRequest,
): Promise<BusinessWithOffers[]> {
  const { rows } = await sql<BusinessWithOffers>`
    with nearest as (
      select distinct on (s.business_id) s.business_id, s.id, wanted.position,
        s.ux * ${x}::float8 + s.uy * ${y}::float8 + s.uz * ${z}::float8 as cosine
      from unnest(${storeIds}::uuid[]) with ordinality as wanted (id, position)
      join stores s on s.id = wanted.id
      order by s.business_id, wanted.position
    )
    select nearest.id as store_id, b.id as business_id, b.search_name, b.name as businessname, b.categories[1] as category, nearest.cosine,
      visible.is_hidden, case when visible.is_hidden then '[]'::json else offers.list end as offers
    from nearest
    join businesses b on b.id = nearest.business_id
    cross join lateral (select b.is_members_only and not ${isMember}::boolean as is_hidden) visible
    cross join lateral (
      select json_agg(json_build_object('id', p.id, 'headline', p.headline, 'savesCents', p.saves_cents)
        order by p.position) as list
      from (
        select id, headline, saves_cents, position from promotions
        where business_id = b.id and (valid_until is null or valid_until >= ${day}::date)
          and (headline is not null or saves_cents is not null)
        order by position
        limit ${maxOffers}
      ) p
    ) offers
    where offers.list is not null
    order by nearest.position
    limit ${maxBusinesses}`.execute(db);
  return rows;
}
