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

/** A payment with its place among those of its purchase: 1 is the first. */
export interface StoredPayment {
  id: string;
  purchaseId: string;
  amountCents: number;
  refundedCents: number;
  periodEnd: Date;
  paidAt: Date;
  ordinal: number;
}

function numberedPayments(db: Db, purchaseId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'purchaseId', 'amountCents', 'refundedCents', 'periodEnd', 'paidAt'])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('paidAt').orderBy('id'))
        .as('ordinal'),
    )
    .where('purchaseId', '=', purchaseId);
}

/** A purchase's payments, newest first. */
export async function findPayments(db: Db, purchaseId: string): Promise<StoredPayment[]> {
  return numberedPayments(db, purchaseId).orderBy('paidAt', 'desc').orderBy('id', 'desc').execute();
}

/** The purchase that a payment was made for. */
export async function findPurchaseOfPayment(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('payments').select('purchaseId').where('id', '=', id).executeTakeFirst();
  return row?.purchaseId;
}

/** How far a payment was given back, with the version that a look at the provider begins from. */
export interface RefundState {
  id: string;
  amountCents: number;
  refundedCents: number;
  refundVersion: number;
}

export async function findPaymentByInvoice(
  db: Db,
  providerInvoiceId: string,
): Promise<RefundState | undefined> {
  return db
    .selectFrom('payments')
    .select(['id', 'amountCents', 'refundedCents', 'refundVersion'])
    .where('providerInvoiceId', '=', providerInvoiceId)
    .executeTakeFirst();
}

/** Also where the amount is the same: a slower reader must see that somebody looked after it. */
export async function updateRefunded(
  db: Db,
  { id, refundVersion }: RefundState,
  refundedCents: number,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ refundedCents, refundVersion: refundVersion + 1 })
    .where('id', '=', id)
    .where('refundVersion', '=', refundVersion)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Whether anything was ever paid. */
export async function hasPayments(db: Db): Promise<boolean> {
  return (await db.selectFrom('payments').select('id').limit(1).executeTakeFirst()) !== undefined;
}
