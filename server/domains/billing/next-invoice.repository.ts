import type { Db } from '#db/client.ts';
import { type Quote, quote } from '../catalog/quote.schema.ts';

export interface RenewalTerms {
  quote: Quote;
  /** How many periods were paid for. Payments for no period, such as for added cards, don't count. */
  paidPeriods: number;
}

/** Returns the renewal terms of the given subscriptions. Callers must check who may see them. */
export async function findRenewalTerms(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<Map<string, RenewalTerms>> {
  if (subscriptionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select((eb) => [
      'subscriptions.id',
      eb.fn.coalesce('subscriptions.nextPlanQuote', 'subscriptions.planQuote', 'purchases.quote').as('quote'),
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('payments.purchaseId', '=', 'purchases.id')
        .whereRef('payments.periodEnd', '>', 'payments.periodStart')
        .as('paidPeriods'),
    ])
    .where('subscriptions.id', 'in', subscriptionIds)
    .execute();
  return new Map(
    rows.map((row) => [row.id, { quote: quote.parse(row.quote), paidPeriods: Number(row.paidPeriods) }]),
  );
}
