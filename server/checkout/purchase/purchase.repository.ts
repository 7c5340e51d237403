import type { Db, Trx } from '#db/client.ts';
import { type Purchase, purchase, type SavedCard } from './purchase.schema.ts';

const COLUMNS = [
  'id',
  'kind',
  'accountId',
  'buyerKey',
  'fingerprint',
  'status',
  'attempt',
  'cart',
  'quote',
  'totalCents',
  'promoCode',
  'email',
  'referrerId',
  'providerCustomerId',
  'providerSubscriptionId',
  'providerPaymentId',
  'paymentMethodId',
  'cardBrand',
  'cardLast4',
  'failureMessage',
  'createdAt',
  'attemptStartedAt',
  'heartbeatAt',
  'settledAt',
] as const;

export type NewPurchase = Pick<
  Purchase,
  'id' | 'kind' | 'accountId' | 'buyerKey' | 'fingerprint' | 'quote' | 'promoCode' | 'email' | 'referrerId'
> & {
  idempotencyKey: string;
  cart: unknown;
  providerCustomerId: string | null;
  heartbeatAt: Date;
} & Partial<SavedCard>;

/** Inserts a pending purchase; undefined if the buyer has used this key before. */
export async function insertPurchase(trx: Trx, values: NewPurchase): Promise<Purchase | undefined> {
  const row = await trx
    .insertInto('purchases')
    .values({
      ...values,
      status: 'pending',
      cart: JSON.stringify(values.cart),
      quote: JSON.stringify(values.quote),
      totalCents: values.quote.totalCents,
      createdAt: values.heartbeatAt,
      attemptStartedAt: values.heartbeatAt,
    })
    .onConflict((conflict) => conflict.columns(['buyerKey', 'idempotencyKey']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

export async function findPurchaseByKey(
  db: Db,
  buyerKey: string,
  idempotencyKey: string,
): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .select(COLUMNS)
    .where('buyerKey', '=', buyerKey)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

export async function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  const row = await db.selectFrom('purchases').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && purchase.parse(row);
}

/** A buyer's own purchase, by account or by the browser's guest key. */
export async function findOwnPurchase(
  db: Db,
  id: string,
  buyerKeys: readonly string[],
): Promise<Purchase | undefined> {
  if (buyerKeys.length === 0) return undefined;
  const row = await db
    .selectFrom('purchases')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('buyerKey', 'in', buyerKeys)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/** An account's purchase, including one made as a guest and claimed later. */
export async function findPurchaseOfAccount(
  db: Db,
  accountId: string,
  id: string,
): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/** An account's purchases of one kind that are neither paid nor failed. */
export async function findOpenPurchases(
  db: Db,
  accountId: string,
  kind: Purchase['kind'],
): Promise<Array<Pick<Purchase, 'id' | 'status'> & { idempotencyKey: string }>> {
  return db
    .selectFrom('purchases')
    .select(['id', 'status', 'idempotencyKey'])
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'requires_action'])
    .execute();
}

export async function lockPurchase(trx: Trx, id: string): Promise<Purchase | undefined> {
  const row = await trx
    .selectFrom('purchases')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/** Starts the next attempt of a failed purchase, at today's price and without the previous card. */
export async function restartPurchase(
  trx: Trx,
  id: string,
  values: Pick<Purchase, 'attempt' | 'quote' | 'heartbeatAt'> & Partial<SavedCard>,
): Promise<Purchase> {
  const row = await trx
    .updateTable('purchases')
    .set({
      status: 'pending',
      attempt: values.attempt,
      attemptStartedAt: values.heartbeatAt,
      heartbeatAt: values.heartbeatAt,
      quote: JSON.stringify(values.quote),
      totalCents: values.quote.totalCents,
      providerSubscriptionId: null,
      providerPaymentId: null,
      paymentMethodId: values.paymentMethodId ?? null,
      cardBrand: values.cardBrand ?? null,
      cardLast4: values.cardLast4 ?? null,
      failureMessage: null,
    })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return purchase.parse(row);
}

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
    | 'failureMessage'
    | 'heartbeatAt'
    | 'settledAt'
  >
>;

/** Changes an attempt that is still open; false if it is over or was replaced. */
export async function updateOpenAttempt(
  db: Db,
  { id, attempt }: Pick<Purchase, 'id' | 'attempt'>,
  change: PurchaseChange,
): Promise<boolean> {
  const result = await db
    .updateTable('purchases')
    .set(change)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', 'in', ['pending', 'requires_action'])
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The caller must have locked the purchase. */
export async function updateLockedPurchase(trx: Trx, id: string, change: PurchaseChange): Promise<void> {
  await trx.updateTable('purchases').set(change).where('id', '=', id).execute();
}

/** Assigns a guest's purchase to an account. No-op if it already has an owner. */
export async function setPurchaseAccount(trx: Trx, id: string, accountId: string): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({ accountId })
    .where('id', '=', id)
    .where('accountId', 'is', null)
    .execute();
}

/** Claims open purchases without a heartbeat since `before`. Concurrent callers get different ones. */
export async function claimIdlePurchases(
  db: Db,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<Purchase[]> {
  const rows = await db
    .updateTable('purchases')
    .set({ heartbeatAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('purchases')
        .select('id')
        .where('status', 'in', ['pending', 'requires_action'])
        .where('heartbeatAt', '<', before)
        .orderBy('heartbeatAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(COLUMNS)
    .execute();
  return rows.map((row) => purchase.parse(row));
}
