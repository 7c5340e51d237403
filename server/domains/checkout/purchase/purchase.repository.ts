import { sql } from 'kysely';
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
  referralLink?: string | null;
} & Partial<SavedCard>;

/**
 * Returns undefined if the buyer has already used this key or has an open purchase of the same cart, or if
 * the account has an open purchase of a kind that it can have only once.
 */
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

/** Inserts purchases that were paid in another system. */
export async function insertPaidPurchases(
  trx: Trx,
  purchases: ReadonlyArray<
    Omit<NewPurchase, 'promoCode' | 'referrerId' | 'isConfirmable' | 'isOffSession' | keyof SavedCard> &
      Pick<Purchase, 'providerCustomerId' | 'providerSubscriptionId' | 'createdAt' | 'settledAt'>
  >,
): Promise<void> {
  if (purchases.length === 0) return;
  const values = purchases.map((values) => ({
    ...values,
    status: 'paid' as const,
    cart: JSON.stringify(values.cart),
    quote: JSON.stringify(values.quote),
    totalCents: values.quote.totalCents,
    promoCode: null,
    paymentMethodId: null,
    cardBrand: null,
    cardLast4: null,
    failureCode: null,
    failureMessage: null,
    attemptStartedAt: databaseNow,
    heartbeatAt: databaseNow,
  }));
  await trx.insertInto('purchases').values(values).execute();
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

/** Returns the buyer's open and paid purchases of a cart, starting with an open one. */
export async function findPurchasesByCart(
  db: Db,
  { buyerKey, kind, fingerprint }: CartKey,
): Promise<Array<Purchase & { isRecent: boolean }>> {
  const rows = await db
    .selectFrom('purchases')
    .select([...COLUMNS, isRecent.as('isRecent')])
    .where('buyerKey', '=', buyerKey)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .where('status', 'in', ['pending', 'requires_action', 'paid'])
    .orderBy((eb) => eb('status', '=', 'paid'))
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map((row) => ({ ...purchase.parse(row), isRecent: row.isRecent }));
}

/** True if the buyer has paid for the same cart in a purchase that is neither this one nor in `knownIds`. */
export async function hasOtherPaidPurchase(
  trx: Trx,
  { id, buyerKey, kind, fingerprint }: CartKey & { id: string },
  knownIds: readonly string[],
): Promise<boolean> {
  const row = await trx
    .selectFrom('purchases')
    .select('id')
    .where('buyerKey', '=', buyerKey)
    .where('kind', '=', kind)
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'paid')
    .where('id', 'not in', [id, ...knownIds])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Links another of the buyer's keys to the purchase. Replaces the key's link to an earlier purchase that
 * failed.
 */
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

/** Returns an account's open purchases of one kind. */
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

/**
 * Assigns a guest's purchase of a membership, and later purchases for that membership, to an account.
 * Purchases that already have an owner keep it. Returns the payments of the others.
 */
export async function setPurchaseAccount(
  trx: Trx,
  { purchaseId, membershipId }: { purchaseId: string; membershipId: string },
  accountId: string,
): Promise<Array<{ id: string; refundedCents: number }>> {
  const assignedPurchases = await trx
    .updateTable('purchases')
    .set({ accountId })
    .where('accountId', 'is', null)
    .where((eb) => eb.or([eb('id', '=', purchaseId), sql<boolean>`cart->>'membershipId' = ${membershipId}`]))
    .returning('id')
    .execute();
  if (assignedPurchases.length === 0) return [];
  return trx
    .updateTable('payments')
    .set({ accountId })
    .where(
      'purchaseId',
      'in',
      assignedPurchases.map(({ id }) => id),
    )
    .returning(['id', 'refundedCents'])
    .execute();
}
