import type { Db, Trx } from '#db/client.ts';
import { type Quote, quote } from '../catalog/quote.schema.ts';
import { type BilledLine, storedLines } from './billed-line.schema.ts';

export interface NewPayment {
  id: string;
  purchaseId: string;
  providerInvoiceId: string;
  providerPaymentId: string | null;
  amountCents: number;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
  planQuote: Quote | null;
  lines: readonly BilledLine[];
}

/**
 * Inserts a payment with the purchase's account and the subscription's current card or, if that is unknown,
 * the card of the purchase. Returns false if the invoice is already recorded.
 */
export async function insertPayment(db: Db, payment: NewPayment): Promise<boolean> {
  const result = await db
    .insertInto('payments')
    .values((eb) => {
      const payer = eb
        .selectFrom('purchases')
        .leftJoin('subscriptions', 'subscriptions.purchaseId', 'purchases.id')
        .where('purchases.id', '=', payment.purchaseId);
      return {
        ...payment,
        planQuote: payment.planQuote && JSON.stringify(payment.planQuote),
        lines: JSON.stringify(payment.lines),
        accountId: payer.select('purchases.accountId'),
        cardBrand: payer.select(({ fn }) =>
          fn.coalesce('subscriptions.cardBrand', 'purchases.cardBrand').as('brand'),
        ),
        cardLast4: payer.select(({ fn }) =>
          fn.coalesce('subscriptions.cardLast4', 'purchases.cardLast4').as('last4'),
        ),
      };
    })
    .onConflict((conflict) => conflict.column('providerInvoiceId').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** `ordinal` numbers a purchase's payments, starting at 1 with the oldest. */
export interface StoredPayment {
  id: string;
  purchaseId: string;
  amountCents: number;
  /** Includes `disputedCents`. */
  refundedCents: number;
  disputedCents: number;
  /** False while a dispute awaits its decision. Null if there is none, or if it is unknown. */
  isDisputeLost: boolean | null;
  /** Equal to `periodEnd` if the payment pays for no period. */
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
  /** Null if unknown. Old payments were charged to the purchase's card. */
  cardBrand: string | null;
  cardLast4: string | null;
  /** The plan's quote when the payment was charged, if the plan had changed since the purchase. */
  planQuote: Quote | null;
  /** What was charged. Null for payments of older releases. */
  lines: BilledLine[] | null;
  /** The company's name and PO number at the time. Null for other payers. */
  payerName: string | null;
  poNumber: string | null;
  ordinal: number;
}

function selectNumberedPayments(db: Db, purchaseId: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'purchaseId',
      'amountCents',
      'refundedCents',
      'disputedCents',
      'isDisputeLost',
      'periodStart',
      'periodEnd',
      'paidAt',
      'cardBrand',
      'cardLast4',
      'planQuote',
      'lines',
      'payerName',
      'poNumber',
    ])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.orderBy('paidAt').orderBy('id'))
        .as('ordinal'),
    )
    .where('purchaseId', '=', purchaseId);
}

/** Returns a purchase's payments, newest first. */
export async function findPayments(db: Db, purchaseId: string): Promise<StoredPayment[]> {
  const rows = await selectNumberedPayments(db, purchaseId)
    .orderBy('paidAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    planQuote: quote.nullable().parse(row.planQuote),
    lines: storedLines.parse(row.lines),
  }));
}

export async function findPurchaseOfPayment(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('payments').select('purchaseId').where('id', '=', id).executeTakeFirst();
  return row?.purchaseId;
}

/**
 * How much of a payment was refunded or is withheld because of disputes. `refundVersion` protects it against
 * concurrent updates.
 */
export interface RefundState {
  id: string;
  purchaseId: string;
  providerInvoiceId: string;
  periodEnd: Date;
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
    .select([
      'id',
      'purchaseId',
      'providerInvoiceId',
      'periodEnd',
      'amountCents',
      'refundedCents',
      'refundVersion',
    ])
    .where('providerInvoiceId', '=', providerInvoiceId)
    .executeTakeFirst();
}

export interface WithheldMoney {
  /** The part of `refundedCents` that disputes withdrew. */
  disputedCents: number;
  /** False while a dispute awaits its decision. Null if nothing is disputed. */
  isDisputeLost: boolean | null;
}

/**
 * Increments the version even if the amount is unchanged. A slower sync with older figures then updates
 * nothing and gets false.
 */
export async function updateRefunded(
  db: Db,
  { id, refundVersion }: RefundState,
  refundedCents: number,
  dispute: WithheldMoney,
): Promise<boolean> {
  const result = await db
    .updateTable('payments')
    .set({ ...dispute, refundedCents, refundVersion: refundVersion + 1 })
    .where('id', '=', id)
    .where('refundVersion', '=', refundVersion)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function setAmount(db: Db, id: string, amountCents: number): Promise<void> {
  await db.updateTable('payments').set({ amountCents }).where('id', '=', id).execute();
}

export async function setPayer(
  db: Db,
  id: string,
  { name, poNumber }: { name: string; poNumber: string | null },
): Promise<void> {
  await db.updateTable('payments').set({ payerName: name, poNumber }).where('id', '=', id).execute();
}

export async function hasPayments(db: Db): Promise<boolean> {
  return (await db.selectFrom('payments').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function findFirstPaidAt(db: Db): Promise<Date | undefined> {
  const row = await db.selectFrom('payments').select('paidAt').orderBy('paidAt').limit(1).executeTakeFirst();
  return row?.paidAt;
}

export interface PaymentIds {
  id: string;
  /**
   * The id of Stripe's payment intent. Null if nothing had to be paid, and for old payments, which have only
   * their invoice.
   */
  providerPaymentId: string | null;
}

export async function findPaymentIds(db: Db, providerPaymentIds: readonly string[]): Promise<PaymentIds[]> {
  if (providerPaymentIds.length === 0) return [];
  return db
    .selectFrom('payments')
    .select(['id', 'providerPaymentId'])
    .where('providerPaymentId', 'in', providerPaymentIds)
    .execute();
}

/**
 * Stores the payment intent of an invoice's payment. Returns the payment's id, or undefined if there is none.
 */
export async function setProviderPaymentId(
  db: Db,
  providerInvoiceId: string,
  providerPaymentId: string,
): Promise<string | undefined> {
  const row = await db
    .updateTable('payments')
    .set({ providerPaymentId })
    .where('providerInvoiceId', '=', providerInvoiceId)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** A dispute that awaits our evidence. */
export interface OpenDispute {
  /** The dispute's id at Stripe. */
  id: string;
  amountCents: number;
  /** Stripe's code for the cardholder's claim, such as 'fraudulent'. */
  reason: string;
  evidenceDueAt: Date | null;
}

/** Stores a payment's open disputes, and marks its other disputes as closed. */
export async function replaceOpenDisputes(
  trx: Trx,
  paymentId: string,
  disputes: readonly OpenDispute[],
  now: Date,
): Promise<void> {
  await trx
    .updateTable('disputes')
    .set({ closedAt: now })
    .where('paymentId', '=', paymentId)
    .where('closedAt', 'is', null)
    .$if(disputes.length > 0, (query) =>
      query.where(
        'id',
        'not in',
        disputes.map(({ id }) => id),
      ),
    )
    .execute();
  if (disputes.length === 0) return;
  await trx
    .insertInto('disputes')
    .values(disputes.map((dispute) => ({ ...dispute, paymentId, openedAt: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        amountCents: ref('excluded.amountCents'),
        evidenceDueAt: ref('excluded.evidenceDueAt'),
        closedAt: null,
      })),
    )
    .execute();
}
