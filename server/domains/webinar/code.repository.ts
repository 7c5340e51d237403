import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { WebinarCodesTable } from '#db/tables/webinar.ts';

/** Inserts codes that don't exist yet and returns them. */
export async function insertCodes(db: Db, rows: Array<Insertable<WebinarCodesTable>>): Promise<string[]> {
  if (rows.length === 0) return [];
  const insertedRows = await db
    .insertInto('webinarCodes')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('code')
    .execute();
  return insertedRows.map(({ code }) => code);
}

/** Deletes codes that nobody has used and returns them. */
export async function deleteUnusedCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  const deletedRows = await db
    .deleteFrom('webinarCodes')
    .where('code', 'in', codes)
    .where('startedAt', 'is', null)
    .where('finishedAt', 'is', null)
    .where('selection', 'is', null)
    .returning('code')
    .execute();
  return deletedRows.map(({ code }) => code);
}

/** Returns the given codes that exist. */
export async function findKnownCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const rows = await db.selectFrom('webinarCodes').select('code').where('code', 'in', codes).execute();
  return rows.map(({ code }) => code);
}

/** Returns the newest codes first. */
export async function findCodes(db: Db) {
  return db
    .selectFrom('webinarCodes')
    .select(['code', 'createdAt', 'startedAt', 'finishedAt', 'selection', 'selectedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('code')
    .execute();
}
