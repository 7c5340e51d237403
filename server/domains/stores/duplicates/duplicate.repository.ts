import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/** Returns the last of the next `limit` names after `after`, or undefined if there are none. */
export async function findLastName(db: Db, after: string, limit: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select max(search_name) as name from (
      select search_name from businesses where search_name > ${after} order by search_name limit ${limit}
    ) names`.execute(db);
  return rows[0]?.name ?? undefined;
}

/**
 * Stores pairs of listed businesses with the same name that share an address, a ZIP code, a phone number, or
 * a website. Covers the names after `after`, up to and including `last`. Each business is paired only with
 * the next two, so that a group of many doesn't produce every combination.
 */
export async function storePairs(
  trx: Trx,
  { after, last, now }: { after: string; last: string; now: Date },
): Promise<void> {
  await sql`
    with named as (
      select id, search_name, url from businesses
      where search_name > ${after} and search_name <= ${last} and is_listed
    ), located as (
      select s.business_id, s.search_name, left(s.zip, 5) as zip, lower(s.street1) as street,
        right(regexp_replace(s.phone, '\\D', '', 'g'), 10) as phone
      from stores s join named on named.id = s.business_id
    ), keys as (
      select business_id, search_name, 'zip' as reason, zip as key from located where zip is not null
      union select business_id, search_name, 'address', concat(street, ' ', zip) from located
        where street is not null and zip is not null
      union select business_id, search_name, 'phone', phone from located where phone is not null
      union select id, search_name, 'website',
        lower(regexp_replace(url, '^https?://(?:www\\.)?([^/?#:]+).*$', '\\1', 'i')) from named where url is not null
    ), neighbors as (
      select business_id, reason, lead(business_id) over same as first, lead(business_id, 2) over same as second
      from keys window same as (partition by search_name, reason, key order by business_id)
    )
    insert into duplicate_pairs as known (id, business_id, other_id, reasons, found_at, seen_at)
    select gen_random_uuid(), business_id, other_id,
      array_agg(distinct reason), ${now}, ${now}
    from neighbors, unnest(array[first, second]) as other_id
    where other_id is not null
    group by business_id, other_id
    on conflict (business_id, other_id) do update set reasons = excluded.reasons, seen_at = excluded.seen_at`.execute(
    trx,
  );
}

/** Keeps the pairs that staff dismissed, so that they aren't reported again. */
export async function deletePairsSeenBefore(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('duplicatePairs').where('seenAt', '<', now).where('dismissedAt', 'is', null).execute();
}

export async function findPair(db: Db, id: string) {
  return db
    .selectFrom('duplicatePairs')
    .select(['id', 'businessId', 'otherId', 'reasons', 'foundAt', 'dismissedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns false if the pair is already dismissed. */
export async function setDismissed(trx: Trx, id: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable('duplicatePairs')
    .set({ dismissedAt: at })
    .where('id', '=', id)
    .where('dismissedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
