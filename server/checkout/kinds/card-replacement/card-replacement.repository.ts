import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Purchases of a membership's replacement that are neither paid nor given up. */
export async function findOpenReplacements(
  db: Db,
  membershipId: string,
): Promise<Array<{ id: string; status: string; buyerKey: string; idempotencyKey: string }>> {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'buyerKey', 'idempotencyKey'])
    .where('kind', '=', 'card-replacement')
    .where('status', 'in', ['pending', 'requires_action'])
    .where(sql`cart->>'membershipId'`, '=', membershipId)
    .execute();
}
