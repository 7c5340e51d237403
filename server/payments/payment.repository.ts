import type { Db } from '#db/client.ts';

export interface NewPayment {
  id: string;
  purchaseId: string;
  providerInvoiceId: string;
  amountCents: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
}

/** Records a paid bill once; false where it is on record already. */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const result = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('providerInvoiceId').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}
