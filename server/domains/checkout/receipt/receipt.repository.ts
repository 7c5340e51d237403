import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { BUSINESS_ZONE } from '../../../lib/dates.ts';
import { quote } from '../../catalog/quote.schema.ts';
import { storedLines } from '../../payments/billed-line.schema.ts';
import type { ReceiptCursor } from './receipt-list.schema.ts';

/**
 * Selects money that was returned to the buyer's card or, after we won a dispute, taken from the card again.
 * Older refunds of a payment were posted as one total, which is skipped once each refund has its own entry.
 */
function selectReturns(db: Db) {
  return db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .innerJoin('payments', 'payments.id', 'ledgerEntries.paymentId')
    .select([
      'ledgerEntries.id',
      'ledgerEntries.kind',
      'ledgerEntries.purchaseId',
      'ledgerEntries.occurredAt',
      'payments.id as paymentId',
      'ledgerPostings.amountCents',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('ledgerEntries as failure')
          .select('failure.id')
          .whereRef('failure.sourceId', '=', 'ledgerEntries.sourceId')
          .where('failure.kind', '=', 'refund failure'),
      ).as('isFailed'),
    )
    .where('ledgerPostings.account', '=', 'in transit')
    .where('ledgerEntries.kind', 'in', ['refund', 'returns', 'dispute'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('ledgerEntries as reversal')
            .select('reversal.id')
            .whereRef('reversal.sourceId', '=', 'ledgerEntries.sourceId')
            .where('reversal.kind', '=', 'returns reversal'),
        ),
      ),
    );
}

/** `amountCents` is negative if the money went back to the buyer. */
export type ReturnedMoney = NonNullable<Awaited<ReturnType<typeof findReturn>>>;

/** Returns a refund or dispute of any account. Callers must check who may see its purchase. */
export async function findReturn(db: Db, id: string) {
  return selectReturns(db).where('ledgerEntries.id', '=', id).executeTakeFirst();
}

function selectOwnPurchases(db: Db, accountId: string) {
  return db
    .selectFrom('purchases')
    .select(['id', 'settledAt as at'])
    .select((eb) =>
      eb.and([eb('providerSubscriptionId', 'is', null), eb('providerPaymentId', 'is', null)]).as('isFree'),
    )
    .where('accountId', '=', accountId)
    .where('settledAt', 'is not', null)
    .$narrowType<{ at: Date }>();
}

/** Returns the years in which the account has receipts, newest first. */
export async function findReceiptYears(db: Db, accountId: string): Promise<number[]> {
  const rows = await db
    .with('own', () => selectOwnPurchases(db, accountId))
    .selectFrom((eb) =>
      eb
        .selectFrom('payments')
        .select('paidAt as at')
        .where('accountId', '=', accountId)
        .unionAll(
          eb
            .selectFrom('own')
            .innerJoin(selectReturns(db).as('returned'), 'returned.purchaseId', 'own.id')
            .select('returned.occurredAt as at'),
        )
        .unionAll(eb.selectFrom('own').select('own.at').where('own.isFree', '=', true))
        .as('receipts'),
    )
    .select(sql<number>`extract(year from at at time zone ${BUSINESS_ZONE})::int`.as('year'))
    .distinct()
    .orderBy('year', 'desc')
    .execute();
  return rows.map(({ year }) => year);
}

/** `since` is the earliest instant. Without `limit`, all receipts are returned. */
interface ReceiptRange {
  before: ReceiptCursor | null;
  since?: Date;
  limit?: number;
}

/**
 * Returns an account's payments, refunds, disputes, and purchases that cost nothing, newest first. Only
 * purchases that were settled have receipts.
 */
export async function findReceipts(
  db: Db,
  accountId: string,
  { before, since = new Date(0), limit }: ReceiptRange,
) {
  const isOlder = (at: string, id: string) =>
    before
      ? sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${before.at}::timestamptz, ${before.id}::uuid)`
      : sql<boolean>`true`;
  const rows = await db
    .with('own', () => selectOwnPurchases(db, accountId))
    .with('page', (cte) =>
      cte
        .selectFrom(
          cte
            .selectFrom((eb) =>
              eb
                .selectFrom('payments')
                .select(['id', 'purchaseId', 'paidAt as at'])
                .where('accountId', '=', accountId)
                .where(isOlder('paidAt', 'id'))
                .where('paidAt', '>=', since)
                .orderBy('paidAt', 'desc')
                .orderBy('id', 'desc')
                .limit(limit ?? null)
                .as('latest'),
            )
            .select(['latest.id', 'latest.purchaseId', 'latest.at'])
            .unionAll(
              cte
                .selectFrom('own')
                .innerJoin(selectReturns(db).as('returned'), 'returned.purchaseId', 'own.id')
                .select(['returned.id', 'own.id as purchaseId', 'returned.occurredAt as at']),
            )
            .unionAll(
              cte
                .selectFrom('own')
                .select(['own.id', 'own.id as purchaseId', 'own.at'])
                .where('own.isFree', '=', true),
            )
            .as('receipts'),
        )
        .select(['id', 'purchaseId', 'at'])
        .where(isOlder('at', 'id'))
        .where('at', '>=', since)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit ?? null),
    )
    .selectFrom('page')
    .innerJoin('purchases', 'purchases.id', 'page.purchaseId')
    .leftJoin(selectReturns(db).as('returned'), 'returned.id', 'page.id')
    .leftJoin('payments', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('payments.id', '=', fn.coalesce(ref('returned.paymentId'), ref('page.id'))),
      ),
    )
    .select((eb) => [
      'page.id',
      'page.purchaseId',
      'page.at',
      // The plan may have changed since the purchase.
      eb.fn.coalesce('payments.planQuote', 'purchases.quote').as('quote'),
      'payments.lines',
      'payments.amountCents',
      'payments.refundedCents',
      'payments.disputedCents',
      'payments.periodStart',
      'payments.periodEnd',
      'returned.kind as returnKind',
      'returned.amountCents as returnedCents',
      'returned.isFailed',
    ])
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as earlier')
            .select('earlier.id')
            .whereRef('earlier.purchaseId', '=', 'page.purchaseId')
            .where(sql<boolean>`(earlier.paid_at, earlier.id) < (payments.paid_at, payments.id)`),
        ),
      ).as('isFirst'),
    )
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute();
  return rows.map((row) => {
    const { id, purchaseId, at, amountCents, refundedCents, disputedCents, periodStart, periodEnd } = row;
    const { returnKind: kind, returnedCents, isFailed } = row;
    return {
      id,
      purchaseId,
      at,
      quote: quote.parse(row.quote),
      lines: storedLines.parse(row.lines),
      isFirst: Boolean(row.isFirst),
      /** For a refund or dispute, the payment that it is about. Null if the purchase cost nothing. */
      payment:
        amountCents === null ||
        refundedCents === null ||
        disputedCents === null ||
        periodStart === null ||
        periodEnd === null
          ? null
          : {
              amountCents,
              refundedCents: refundedCents - disputedCents,
              disputedCents,
              periodStart,
              periodEnd,
            },
      /** Null for the receipt of a payment, even if it was refunded later. */
      returned:
        kind === null || returnedCents === null ? null : { kind, amountCents: returnedCents, isFailed },
    };
  });
}

export type ReceiptRow = Awaited<ReturnType<typeof findReceipts>>[number];
