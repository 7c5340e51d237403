import { sql } from 'kysely';
import { type Db, inTransaction } from '#db/client.ts';

/** Deletes a purchase and what was made of it, as a restore to an earlier instant does. */
export async function losePurchase(db: Db, purchaseId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    // A restore runs no trigger, and some tables refuse deletes.
    await sql`set local session_replication_role = replica`.execute(trx);
    const subscriptions = trx.selectFrom('subscriptions').select('id').where('purchaseId', '=', purchaseId);
    await trx.deleteFrom('memberships').where('subscriptionId', 'in', subscriptions).execute();
    for (const table of ['subscriptions', 'payments', 'promoHolds', 'agreements'] as const) {
      await trx.deleteFrom(table).where('purchaseId', '=', purchaseId).execute();
    }
    await trx.deleteFrom('purchases').where('id', '=', purchaseId).execute();
  });
}
