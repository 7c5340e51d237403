import type { Db } from '#db/client.ts';
import type { Purchase } from '../../purchase/purchase.schema.ts';

/** A purchase that prevents its account from buying another plan. */
export type BlockingPurchase = Pick<Purchase, 'id' | 'status'> & { idempotencyKey: string };

/** Returns the account's open plan purchases, and the given purchases of its running plans. */
export async function findBlockingPurchases(
  db: Db,
  accountId: string,
  runningPurchaseIds: readonly string[],
): Promise<BlockingPurchase[]> {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'idempotencyKey'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'business-plan')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['pending', 'requires_action']),
        ...(runningPurchaseIds.length > 0 ? [eb('id', 'in', runningPurchaseIds)] : []),
      ]),
    )
    .execute();
}
