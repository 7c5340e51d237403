import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { WeekHours } from '../hours.schema.ts';

function selectOwnLocations(db: Db, accountId: string) {
  return db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .select([
      ...(['stores.id', 'stores.street1', 'stores.street2', 'stores.city', 'stores.state'] as const),
      ...(['stores.zip', 'stores.country', 'stores.phone', 'stores.hours'] as const),
      ...(['stores.latitude', 'stores.longitude'] as const),
      // The id of the transaction that last wrote the row. It is different after every change.
      sql<string>`stores.xmin::text`.as('version'),
    ])
    .where('businesses.accountId', '=', accountId);
}

/** Ordered by id. The first is the one that the listing's form edits. */
export async function findOwnLocations(db: Db, accountId: string, limit: number) {
  return selectOwnLocations(db, accountId).orderBy('stores.id').limit(limit).execute();
}
export type OwnLocationRow = Awaited<ReturnType<typeof findOwnLocations>>[number];

export async function findOwnLocation(
  db: Db,
  accountId: string,
  id: string,
): Promise<OwnLocationRow | undefined> {
  return selectOwnLocations(db, accountId).where('stores.id', '=', id).executeTakeFirst();
}

export async function countOwnLocations(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('businesses.accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setHours(
  trx: Trx,
  { businessId, id, hours }: { businessId: string; id: string; hours: WeekHours | null },
): Promise<void> {
  await trx
    .updateTable('stores')
    .set({ hours: hours && JSON.stringify(hours) })
    .where('businessId', '=', businessId)
    .where('id', '=', id)
    .where(sql<boolean>`hours is distinct from ${hours && JSON.stringify(hours)}::jsonb`)
    .execute();
}

export async function deleteOwnLocation(trx: Trx, businessId: string, id: string): Promise<void> {
  await trx.deleteFrom('stores').where('businessId', '=', businessId).where('id', '=', id).execute();
}
