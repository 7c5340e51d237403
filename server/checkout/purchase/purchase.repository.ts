import type { Db, Trx } from '#db/client.ts';
import type { PurchaseChange } from './attempt.repository.ts';
import { type Purchase, purchase, type SavedCard } from './purchase.schema.ts';
import { COLUMNS, databaseNow, isRecent } from './purchase-columns.repository.ts';

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

/** Returns undefined if the buyer has already used this key or has an open purchase of the same cart. */
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
    .onConflict((conflict) => conflict.doNothing())
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
    .where('id', '=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('purchaseKeys')
          .select('purchaseId')
          .where('buyerKey', '=', buyerKey)
          .where('idempotencyKey', '=', idempotencyKey),
        eb
          .selectFrom('purchases as own')
          .select('own.id')
          .where('own.buyerKey', '=', buyerKey)
          .where('own.idempotencyKey', '=', idempotencyKey),
      ),
    )
    .executeTakeFirst();
  return row && purchase.parse(row);
}

interface CartKey {
  buyerKey: string;
  kind: Purchase['kind'];
  fingerprint: string;
}

/**
 * Finds the buyer's open purchase of a cart. With `orPaid`, also finds one that was paid in the last 30
 * minutes.
 */
export async function findPurchaseByCart(
  db: Db,
  { buyerKey, kind, fingerprint }: CartKey,
  { orPaid }: { orPaid: boolean },
): Promise<Purchase | undefined> {
  const row = await db
    .selectFrom('purchases')
    .select(COLUMNS)
    .where('buyerKey', '=', buyerKey)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .where((eb) => {
      const isOpen = eb('status', 'in', ['pending', 'requires_action']);
      return orPaid ? eb.or([isOpen, eb.and([eb('status', '=', 'paid'), isRecent])]) : isOpen;
    })
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && purchase.parse(row);
}

/** Links another of the buyer's keys to the purchase, and no longer to an earlier one that failed. */
export async function savePurchaseKey(
  db: Db,
  key: { buyerKey: string; idempotencyKey: string; purchaseId: string },
): Promise<void> {
  await db
    .insertInto('purchaseKeys')
    .values(key)
    .onConflict((conflict) =>
      conflict.columns(['buyerKey', 'idempotencyKey']).doUpdateSet({ purchaseId: key.purchaseId }),
    )
    .execute();
}

export async function findPurchase(db: Db, id: string): Promise<Purchase | undefined> {
  const row = await db.selectFrom('purchases').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && purchase.parse(row);
}

/** Finds a buyer's own purchase by the account's key or the browser's guest key. */
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

/** Finds an account's purchase, including one that was made as a guest and claimed later. */
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

/** Returns an account's purchases of one kind that are neither paid nor failed. */
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
  await trx
    .updateTable('purchases')
    .set({ ...change, heartbeatAt: databaseNow })
    .where('id', '=', id)
    .execute();
}

/** Assigns a guest's purchase to an account. Does nothing if it already has an owner. */
export async function setPurchaseAccount(trx: Trx, id: string, accountId: string): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({ accountId })
    .where('id', '=', id)
    .where('accountId', 'is', null)
    .execute();
}
