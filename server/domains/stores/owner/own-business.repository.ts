import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

const BUSINESS_LOCK = 0x0b5;

/**
 * Locks the account until the transaction ends. Otherwise, two concurrent requests could both create its
 * business.
 */
export async function lockOwner(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BUSINESS_LOCK}, hashtext(${accountId}))`.execute(trx);
}

function selectOwnBusiness(db: Db, accountId: string) {
  return db
    .selectFrom('businesses')
    .select([
      'id',
      'importKey',
      'name',
      'searchName',
      'description',
      'categories',
      'isPremier',
      'isNational',
      'isListed',
      'isMembersOnly',
      'logo',
      'url',
      'promotionsChangedAt',
      'staffListing',
    ])
    .where('accountId', '=', accountId);
}

export async function findOwnBusiness(db: Db, accountId: string) {
  return selectOwnBusiness(db, accountId).executeTakeFirst();
}

/** Locks the business until the transaction ends. */
export async function lockOwnBusiness(trx: Trx, accountId: string) {
  return selectOwnBusiness(trx, accountId).forUpdate().executeTakeFirst();
}
export type OwnBusinessRow = NonNullable<Awaited<ReturnType<typeof lockOwnBusiness>>>;

export async function findOwnFirstStore(db: Db, accountId: string) {
  return db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .select([
      'stores.id',
      'stores.street1',
      'stores.street2',
      'stores.city',
      'stores.state',
      'stores.zip',
      'stores.country',
      'stores.phone',
      'stores.latitude',
      'stores.longitude',
    ])
    .where('businesses.accountId', '=', accountId)
    .orderBy('stores.id')
    .limit(1)
    .executeTakeFirst();
}
export type OwnStoreRow = NonNullable<Awaited<ReturnType<typeof findOwnFirstStore>>>;

/** Starts the waiting period before the next change. */
export async function setPromotionsChanged(trx: Trx, accountId: string, at: Date): Promise<void> {
  await trx
    .updateTable('businesses')
    .set({ promotionsChangedAt: at })
    .where('accountId', '=', accountId)
    .execute();
}

/** Returns all promotions of the account's business in order, including expired ones. */
export async function findOwnPromotions(db: Db, accountId: string) {
  return db
    .selectFrom('promotions')
    .innerJoin('businesses', 'businesses.id', 'promotions.businessId')
    .select([
      'promotions.id',
      'promotions.code',
      'promotions.info',
      'promotions.url',
      'promotions.additionalUrl',
      'promotions.validUntil',
      'promotions.isOnline',
      'promotions.headline',
      'promotions.savesCents',
    ])
    .where('businesses.accountId', '=', accountId)
    .orderBy('promotions.position')
    .execute();
}

export async function setOwnDescription(
  db: Db,
  accountId: string,
  description: string | null,
): Promise<void> {
  await db.updateTable('businesses').set({ description }).where('accountId', '=', accountId).execute();
}

export async function setOwnLogo(trx: Trx, accountId: string, logo: string | null): Promise<void> {
  await trx.updateTable('businesses').set({ logo }).where('accountId', '=', accountId).execute();
}

/** Businesses that uploaded the same image share its file. */
export async function isUploadedLogoUsed(db: Db, logo: string): Promise<boolean> {
  const row = await db
    .selectFrom('businesses')
    .select('id')
    .where('logo', '=', logo)
    // PostgreSQL uses the partial index only if the query repeats its condition literally.
    .where(sql<boolean>`logo like '/files/%'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
