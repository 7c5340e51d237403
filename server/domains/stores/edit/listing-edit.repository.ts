import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { StaffListing } from '#db/tables/stores.ts';
import type { PromotionDraft } from '../business-draft.schema.ts';

/** The id of the transaction that last wrote the row. It is different after every change. */
const versionOf = (table: string) => sql<string>`${sql.ref(table)}.xmin::text`.as('version');

function selectBusiness(db: Db, id: string) {
  return db
    .selectFrom('businesses')
    .select([
      ...(['id', 'accountId', 'importKey', 'name', 'categories', 'isPremier', 'isNational'] as const),
      ...(['isListed', 'isMembersOnly', 'logo', 'url', 'staffListing', 'planKind', 'createdAt'] as const),
      ...(['searchName', 'description'] as const),
      versionOf('businesses'),
    ])
    .where('id', '=', id);
}

export async function findBusiness(db: Db, id: string) {
  return selectBusiness(db, id).executeTakeFirst();
}
export type EditedBusiness = NonNullable<Awaited<ReturnType<typeof findBusiness>>>;

/** Locks the business until the transaction ends. */
export async function lockBusiness(trx: Trx, id: string): Promise<EditedBusiness | undefined> {
  return selectBusiness(trx, id).forUpdate().executeTakeFirst();
}

function selectLocations(db: Db, businessId: string) {
  return db
    .selectFrom('stores')
    .select([
      ...(['id', 'importKey', 'street1', 'street2', 'city', 'state', 'zip', 'country', 'phone'] as const),
      ...(['latitude', 'longitude'] as const),
      versionOf('stores'),
    ])
    .where('businessId', '=', businessId);
}

/** Ordered by id, so the first is the one that its owner edits. */
export async function findLocations(
  db: Db,
  businessId: string,
  { after, limit }: { after?: string | undefined; limit: number },
) {
  let query = selectLocations(db, businessId);
  if (after) query = query.where('id', '>', after);
  return query.orderBy('id').limit(limit).execute();
}
export type EditedLocation = Awaited<ReturnType<typeof findLocations>>[number];

export async function findLocation(db: Db, businessId: string, id: string) {
  return selectLocations(db, businessId).where('id', '=', id).executeTakeFirst();
}

/** Locks the location until the transaction ends. */
export async function lockLocation(trx: Trx, businessId: string, id: string) {
  return selectLocations(trx, businessId).where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function countLocations(db: Db, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('stores')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('businessId', '=', businessId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteLocation(trx: Trx, businessId: string, id: string): Promise<void> {
  await trx.deleteFrom('stores').where('businessId', '=', businessId).where('id', '=', id).execute();
}

function selectPromotions(db: Db, businessId: string) {
  return db
    .selectFrom('promotions')
    .select([
      ...(['id', 'position', 'code', 'info', 'url', 'additionalUrl', 'validUntil', 'isOnline'] as const),
      ...(['headline', 'savesCents'] as const),
      versionOf('promotions'),
    ])
    .where('businessId', '=', businessId);
}

/** Includes expired promotions. */
export async function findEditedPromotions(db: Db, businessId: string) {
  return selectPromotions(db, businessId).orderBy('position').execute();
}
export type EditedPromotion = Awaited<ReturnType<typeof findEditedPromotions>>[number];

export async function insertPromotion(
  trx: Trx,
  row: PromotionDraft & { id: string; businessId: string; position: number },
): Promise<void> {
  await trx.insertInto('promotions').values(row).execute();
}

/** Undefined fields keep their stored value. */
export async function updatePromotion(trx: Trx, id: string, promotion: PromotionDraft): Promise<void> {
  await trx.updateTable('promotions').set(promotion).where('id', '=', id).execute();
}

/** Also moves the later promotions up, so that the positions have no gap. */
export async function deletePromotion(
  trx: Trx,
  businessId: string,
  { id, position }: { id: string; position: number },
): Promise<void> {
  await trx.deleteFrom('promotions').where('id', '=', id).execute();
  const businessPromotions = trx.updateTable('promotions').where('businessId', '=', businessId);
  // Two steps, because a position must be unique after each row.
  await businessPromotions
    .set({ position: sql<number>`-position` })
    .where('position', '>', position)
    .execute();
  await businessPromotions.set({ position: sql<number>`-position - 1` }).where('position', '<', 0).execute();
}

export async function setStaffListing(
  trx: Trx,
  id: string,
  listing: { staffListing: StaffListing | null; isListed: boolean },
): Promise<void> {
  await trx.updateTable('businesses').set(listing).where('id', '=', id).execute();
}
