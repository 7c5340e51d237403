import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { type Purchase, purchase, type SavedCard } from './purchase.schema.ts';
import { COLUMNS, databaseNow, isIdle, isYoung } from './purchase-columns.repository.ts';

export type PurchaseChange = Partial<
  Pick<
    Purchase,
    | 'status'
    | 'providerCustomerId'
    | 'providerSubscriptionId'
    | 'providerPaymentId'
    | 'paymentMethodId'
    | 'cardBrand'
    | 'cardLast4'
    | 'cardFingerprint'
    | 'failureCode'
    | 'failureMessage'
    | 'settledAt'
  >
>;

/** An attempt that a request or the sweeper is working on. */
export type OpenAttempt = Pick<Purchase, 'id' | 'attempt'> & Partial<Pick<Purchase, 'isIdle'>>;

/**
 * Updates an attempt that is still open. An update by a request renews the request's claim. The sweeper's
 * update doesn't, and it has no effect if a request is working on the attempt again.
 */
function updateAttemptRow(db: Db, { id, attempt, isIdle: isBySweeper }: OpenAttempt) {
  return db
    .updateTable('purchases')
    .set(isBySweeper ? { sweptAt: databaseNow } : { heartbeatAt: databaseNow })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'in', ['pending', 'requires_action'])
    .$if(isBySweeper === true, (query) => query.where(isIdle));
}

/** Returns false if the attempt has ended, was replaced, or was taken over by another process. */
export async function updateOpenAttempt(
  db: Db,
  attempt: OpenAttempt,
  change: PurchaseChange,
): Promise<boolean> {
  const result = await updateAttemptRow(db, attempt).set(change).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Saves the card that will be charged, if one is given. Returns false if the attempt has ended, was replaced
 * or taken over by another process, or is too old for a charge to finish before it expires.
 */
export async function claimCharge(
  db: Db,
  attempt: OpenAttempt,
  card: Partial<SavedCard> = {},
): Promise<boolean> {
  const result = await updateAttemptRow(db, attempt).set(card).where(isYoung).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Gives an attempt new idempotency keys at Stripe by incrementing its number. The attempt keeps its card and
 * start time. Returns undefined if it has ended, was replaced, or was taken over by another process.
 */
export async function renewAttemptKeys(db: Db, purchaseToRenew: Purchase): Promise<Purchase | undefined> {
  const row = await updateAttemptRow(db, purchaseToRenew)
    .set({
      attempt: purchaseToRenew.attempt + 1,
      providerSubscriptionId: null,
      providerPaymentId: null,
    })
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/**
 * Claims an open attempt for a request. Returns undefined if another request is charging it, or if it has
 * ended or was replaced.
 */
export async function takeOverAttempt(
  db: Db,
  { id, attempt }: Pick<Purchase, 'id' | 'attempt'>,
): Promise<Purchase | undefined> {
  const row = await updateAttemptRow(db, { id, attempt })
    .set({ isCharging: true })
    .where((eb) => eb.or([eb('status', '=', 'requires_action'), eb('isCharging', '=', false), isIdle]))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/** Releases a request's claim, so that the buyer's next request need not wait. */
export async function releaseAttempt(db: Db, id: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ isCharging: false })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Starts the next attempt of a failed or refunded purchase, with a new quote and without the previous card.
 */
export async function restartPurchase(
  trx: Trx,
  id: string,
  values: Pick<Purchase, 'attempt' | 'quote' | 'isConfirmable' | 'isOffSession'> & Partial<SavedCard>,
): Promise<Purchase> {
  const row = await trx
    .updateTable('purchases')
    .set({
      status: 'pending',
      attempt: values.attempt,
      attemptStartedAt: databaseNow,
      heartbeatAt: databaseNow,
      isConfirmable: values.isConfirmable,
      isOffSession: values.isOffSession,
      isCharging: true,
      quote: JSON.stringify(values.quote),
      totalCents: values.quote.totalCents,
      providerSubscriptionId: null,
      providerPaymentId: null,
      paymentMethodId: values.paymentMethodId ?? null,
      cardBrand: values.cardBrand ?? null,
      cardLast4: values.cardLast4 ?? null,
      cardFingerprint: values.cardFingerprint ?? null,
      failureCode: null,
      failureMessage: null,
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return purchase.parse(row);
}

/**
 * Claims open purchases that no request is working on. A claim lasts 30 seconds. Concurrent callers get
 * different purchases. A request by the buyer may take over at any time.
 */
export async function claimIdlePurchases(db: Db, limit: number): Promise<Purchase[]> {
  const rows = await db
    .updateTable('purchases')
    .set({ sweptAt: databaseNow })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('purchases')
        .select('id')
        .where('status', 'in', ['pending', 'requires_action'])
        .where(isIdle)
        .where(sql<boolean>`coalesce(swept_at < database_now() - interval '30 seconds', true)`)
        .orderBy('heartbeatAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(COLUMNS)
    .execute();
  return rows.map((row) => purchase.parse(row));
}
