import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Inserts codes that don't exist yet and returns them. */
export async function insertCodes(
  db: Db,
  codes: ReadonlyArray<{ id: string; code: string }>,
  createdAt: Date,
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    insert into webinar_codes (id, code, created_at)
    select id, code, ${createdAt}::timestamptz
    from json_to_recordset(${JSON.stringify(codes)}::json) as input(id uuid, code text)
    on conflict (code) do nothing returning code`.execute(db);
  return rows.map(({ code }) => code);
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

/** Counts the given codes that exist. */
export async function countKnownCodes(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webinar_codes
    join unnest(${codes}::text[]) as wanted (code) using (code)`.execute(db);
  return rows[0]?.count ?? 0;
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
