import type { Db, Trx } from '#db/client.ts';
import type { PurchaseChange } from './attempt.repository.ts';
import { type Purchase, purchase, type SavedCard } from './purchase.schema.ts';
import { COLUMNS, databaseNow } from './purchase-columns.repository.ts';

export type NewPurchase = Pick<
  Purchase,
  | 'id'
  | 'kind'
  | 'accountId'
  | 'buyerKey'
  | 'fingerprint'
  | 'quote'
  | 'promoCode'
  | 'email'
  | 'referrerId'
  | 'providerCustomerId'
  | 'isConfirmable'
  | 'isOffSession'
> & {
  idempotencyKey: string;
  cart: unknown;
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
      createdAt: databaseNow,
      attemptStartedAt: databaseNow,
      heartbeatAt: databaseNow,
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
