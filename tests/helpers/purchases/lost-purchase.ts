import type { Db, Trx } from '#db/client.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';

/**
 * Deletes a purchase with its memberships, payments, ledger entries, subscriptions, promo holds, and
 * agreements, as restoring an older backup would.
 */
export async function losePurchase(db: Db, purchaseId: string): Promise<void> {
  await withoutTriggers(db, async (trx) => {
    const subscriptions = trx.selectFrom('subscriptions').select('id').where('purchaseId', '=', purchaseId);
    await trx.deleteFrom('memberships').where('subscriptionId', 'in', subscriptions).execute();
    await deletePayments(trx, purchaseId);
    for (const table of ['subscriptions', 'promoHolds', 'agreements'] as const) {
      await trx.deleteFrom(table).where('purchaseId', '=', purchaseId).execute();
    }
    await trx.deleteFrom('purchases').where('id', '=', purchaseId).execute();
  });
}

/** Deletes a purchase's payments and ledger entries. */
export async function losePayments(db: Db, purchaseId: string): Promise<void> {
  await withoutTriggers(db, (trx) => deletePayments(trx, purchaseId));
}

async function deletePayments(trx: Trx, purchaseId: string): Promise<void> {
  const entries = trx.selectFrom('ledgerEntries').select('id').where('purchaseId', '=', purchaseId);
  await trx.deleteFrom('ledgerPostings').where('entryId', 'in', entries).execute();
  await trx.deleteFrom('ledgerEntries').where('purchaseId', '=', purchaseId).execute();
  await trx.deleteFrom('payments').where('purchaseId', '=', purchaseId).execute();
}
