import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';

/** Returns a membership's replacement purchases that are neither paid nor failed. */
export async function findOpenReplacements(
  db: Db,
  membershipId: string,
): Promise<Array<Pick<Purchase, 'id' | 'status' | 'buyerKey'> & { idempotencyKey: string }>> {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'buyerKey', 'idempotencyKey'])
    .where('kind', '=', 'card-replacement')
    .where('status', 'in', ['pending', 'requires_action'])
    .where(sql`cart->>'membershipId'`, '=', membershipId)
    .execute();
}
