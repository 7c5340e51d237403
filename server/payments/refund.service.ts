import type { Db, Trx } from '#db/client.ts';
import { findPaymentByInvoice, type RefundState, updateRefunded } from './payment.repository.ts';

/** Our row of a provider's bill, as far as it was given back; undefined where it is not in our books. */
export async function findRefundState(db: Db, providerInvoiceId: string): Promise<RefundState | undefined> {
  return findPaymentByInvoice(db, providerInvoiceId);
}

/**
 * Writes what was given back onto the state that was read, and holds the row to the transaction's end; false where
 * somebody looked in between: what was read may then be older than what stands there.
 */
export async function saveRefunded(trx: Trx, read: RefundState, refundedCents: number): Promise<boolean> {
  return updateRefunded(trx, read, refundedCents);
}
