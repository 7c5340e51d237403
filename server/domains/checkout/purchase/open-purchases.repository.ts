import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { Purchase, PurchaseKindName } from './purchase.schema.ts';

type OpenPurchase = Pick<Purchase, 'id' | 'status' | 'buyerKey'> & { idempotencyKey: string };

/** Returns a membership's open purchases of one kind. */
export async function findOpenPurchases(
  db: Db,
  kind: PurchaseKindName,
  membershipId: string,
): Promise<OpenPurchase[]> {
  return selectOpen(db, kind).where(sql`cart->>'membershipId'`, '=', membershipId).execute();
}

/** Returns a subscription's open upgrades of one kind. */
export async function findOpenUpgrades(
  db: Db,
  kind: PurchaseKindName,
  subscriptionId: string,
): Promise<OpenPurchase[]> {
  return selectOpen(db, kind).where(sql`cart->>'subscriptionId'`, '=', subscriptionId).execute();
}

function selectOpen(db: Db, kind: PurchaseKindName) {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'buyerKey', 'idempotencyKey'])
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'requires_action']);
}
