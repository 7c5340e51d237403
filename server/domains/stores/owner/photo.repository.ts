import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Photo } from '../page/business-page.schema.ts';

const ownBusiness = (accountId: string) => sql`(select id from businesses where account_id = ${accountId})`;

/** Returns the photos of the account's business in order. */
export async function findOwnPhotos(db: Db, accountId: string): Promise<Photo[]> {
  const { rows } = await sql<Photo>`
    select id, file, alt, width, height from business_photos
    where business_id = ${ownBusiness(accountId)} order by position`.execute(db);
  return rows;
}

export async function insertPhoto(
  trx: Trx,
  photo: Omit<Photo, 'alt'> & { businessId: string; position: number },
): Promise<void> {
  await trx.insertInto('businessPhotos').values(photo).execute();
}

/** Returns the deleted photo's file, or null if the account's business has no such photo. */
export async function deleteOwnPhoto(trx: Trx, accountId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ file: string }>`
    delete from business_photos where id = ${id} and business_id = ${ownBusiness(accountId)}
    returning file`.execute(trx);
  return rows[0]?.file ?? null;
}

/** Saves the photos' descriptions, and their order in the list. */
export async function updateOwnPhotos(
  trx: Trx,
  accountId: string,
  photos: ReadonlyArray<Pick<Photo, 'id' | 'alt'>>,
): Promise<void> {
  const rows = photos.map((photo, index) => ({ ...photo, position: index + 1 }));
  await sql`update business_photos existing set position = input.position, alt = input.alt
    from json_to_recordset(${JSON.stringify(rows)}::json) as input(id uuid, position int2, alt text)
    where existing.id = input.id and existing.business_id = ${ownBusiness(accountId)}`.execute(trx);
}
