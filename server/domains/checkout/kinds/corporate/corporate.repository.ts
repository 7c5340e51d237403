import type { Db } from '#db/client.ts';

/**
 * Returns a company's payments, newest first. `ordinal` numbers the payments of one purchase, starting at 1.
 */
export async function findCompanyPayments(db: Db, accountId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .select([
      'payments.id',
      'payments.purchaseId',
      'payments.paidAt',
      'payments.amountCents',
      'payments.refundedCents',
      'purchases.kind',
    ])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('payments.purchaseId').orderBy('payments.paidAt').orderBy('payments.id'),
        )
        .as('ordinal'),
    )
    .where('purchases.accountId', '=', accountId)
    .where('purchases.kind', 'in', ['corporate', 'company-seats'])
    .orderBy('payments.paidAt', 'desc')
    .orderBy('payments.id', 'desc')
    .execute();
}
