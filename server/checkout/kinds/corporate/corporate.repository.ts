import type { Db } from '#db/client.ts';

/** The account's purchases of a corporate plan that are open. */
export async function findOpenCorporate(
  db: Db,
  accountId: string,
): Promise<Array<{ purchaseId: string; idempotencyKey: string }>> {
  return db
    .selectFrom('purchases')
    .select(['id as purchaseId', 'idempotencyKey'])
    .where('accountId', '=', accountId)
    .where('kind', '=', 'corporate')
    .where('status', 'in', ['pending', 'requires_action'])
    .execute();
}

/** What an account paid as a company, newest first, each with its place among the payments of its purchase. */
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
