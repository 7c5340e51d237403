import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Purchase, PurchaseKindName } from './purchase.schema.ts';

/** Returns a membership's open purchases of one kind. */
export async function findOpenPurchases(
  db: Db,
  kind: PurchaseKindName,
  membershipId: string,
): Promise<Array<Pick<Purchase, 'id' | 'status' | 'buyerKey'> & { idempotencyKey: string }>> {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'buyerKey', 'idempotencyKey'])
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'requires_action'])
    .where(sql`cart->>'membershipId'`, '=', membershipId)
    .execute();
}
