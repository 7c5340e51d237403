import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PhysicalCardRequestsTable } from '#db/tables/memberships.ts';

/** False where the membership's first card was asked for already. */
export async function insertCardRequest(
  trx: Trx,
  request: Insertable<PhysicalCardRequestsTable>,
): Promise<boolean> {
  const row = await trx
    .insertInto('physicalCardRequests')
    .values(request)
    .onConflict((conflict) =>
      conflict.column('membershipId').where(sql<boolean>`not is_replacement`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasCardRequest(db: Db, membershipId: string): Promise<boolean> {
  const row = await db
    .selectFrom('physicalCardRequests')
    .select('id')
    .where('membershipId', '=', membershipId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
