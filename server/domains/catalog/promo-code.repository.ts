import { type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PromoCode } from './promo-code.schema.ts';

export interface StoredPromoCode extends PromoCode {
  isActive: boolean;
  validFrom: Date | null;
  validUntil: Date | null;
  maxUses: number | null;
  maxUsesPerBuyer: number | null;
  /** Incremented by every change. */
  revision: number;
}

export async function findPromoCode(db: Db, code: string): Promise<StoredPromoCode | undefined> {
  const row = await db
    .selectFrom('promoCodes')
    .select([
      'code',
      'amountOff',
      'percentOff',
      'isFree',
      'isActive',
      'validFrom',
      'validUntil',
      'maxUses',
      'maxUsesPerBuyer',
      'periods',
      'revision',
    ])
    .where('code', '=', code)
    .executeTakeFirst();
  if (!row) return undefined;
  const plans = await db
    .selectFrom('promoCodePlans')
    .select(['planId', 'recurringPriceCents'])
    .where('code', '=', code)
    .execute();
  return { ...row, percentOff: row.percentOff === null ? null : Number(row.percentOff), plans };
}

/**
 * Locks the code, so that only one of several concurrent purchases gets its last use. A `for update` lock
 * would deadlock with the foreign key checks of purchases that reference the code.
 */
export async function lockPromoCode(trx: Trx, code: string): Promise<void> {
  await trx.selectFrom('promoCodes').select('code').where('code', '=', code).forNoKeyUpdate().execute();
}

/** Counts the uses that paid purchases consumed and that open purchases hold. */
export async function countPromoUses(db: Db, code: string): Promise<number> {
  const row = await db
    .selectFrom('promoHolds')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where('status', '<>', 'released')
    .executeTakeFirstOrThrow();
  return row.uses;
}

/** Recognized by buyer key, account, or mailbox (D69). */
interface Buyer {
  buyerKey: string;
  accountId: string | null;
  email: string;
}

/** Counts the uses of one buyer. */
export async function countBuyerPromoUses(
  db: Db,
  code: string,
  { buyerKey, accountId, email }: Buyer,
): Promise<number> {
  const row = await db
    .selectFrom('promoHolds')
    .innerJoin('purchases', 'purchases.id', 'promoHolds.purchaseId')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('promoHolds.code', '=', code)
    .where('promoHolds.status', '<>', 'released')
    .where((eb) =>
      eb.or([
        eb('promoHolds.buyerKey', '=', buyerKey),
        eb('purchases.accountId', '=', accountId),
        sql<SqlBool>`mailbox_key(purchases.email) = mailbox_key(${email})`,
      ]),
    )
    .executeTakeFirstOrThrow();
  return row.uses;
}

/**
 * True if the buyer already has had, or is buying, another free period of the same kind of plan, with any code. Of
 * two purchases that check at the same time, the second waits for the first one's transaction.
 */
export async function hasFreePeriod(
  trx: Trx,
  { purchaseId, buyerKey, accountId, email }: Buyer & { purchaseId: string },
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('free:' || mailbox_key(${email}), 0))`.execute(trx);
  const planKind = (purchase: string) => sql`(select kind from plans
    where plans.id = (${sql.ref(`${purchase}.quote`)} -> 'lines' -> 0 ->> 'planId')::integer)`;
  const { rows } = await sql`select from purchases as earlier
    join promo_holds on promo_holds.purchase_id = earlier.id and promo_holds.status <> 'released'
    join purchases as own on own.id = ${purchaseId}
    where earlier.id <> own.id and earlier.quote @> '{"free": true}'
      and ${planKind('earlier')} = ${planKind('own')}
      and (earlier.buyer_key = ${buyerKey} or earlier.account_id = ${accountId}
        or mailbox_key(earlier.email) = mailbox_key(${email}))
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Counts the uses of any buyer with the same card. */
export async function countCardPromoUses(db: Db, code: string, cardFingerprint: string): Promise<number> {
  const row = await db
    .selectFrom('promoHolds')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where('cardFingerprint', '=', cardFingerprint)
    .where('status', '<>', 'released')
    .executeTakeFirstOrThrow();
  return row.uses;
}

export async function upsertPromoHold(
  trx: Trx,
  hold: { purchaseId: string; code: string; buyerKey: string; heldAt: Date },
): Promise<void> {
  await trx
    .insertInto('promoHolds')
    .values({ ...hold, status: 'held' })
    .onConflict((conflict) =>
      conflict
        .column('purchaseId')
        .doUpdateSet({ status: 'held', heldAt: hold.heldAt, cardFingerprint: null }),
    )
    .execute();
}

export async function updatePromoHold(
  trx: Trx,
  purchaseId: string,
  change: { status: 'consumed' | 'released' } | { cardFingerprint: string },
): Promise<void> {
  await trx.updateTable('promoHolds').set(change).where('purchaseId', '=', purchaseId).execute();
}

export interface NewPromoCode {
  /** Uppercase. */
  code: string;
  amountOff: number | null;
  percentOff: number | null;
  isFree: boolean;
  periods: number | null;
  maxUses: number;
  maxUsesPerBuyer: number | null;
  validFrom?: Date | null;
  validUntil?: Date | null;
  plans?: PromoCode['plans'];
}

/** Returns false, and changes nothing, if the code exists. */
export async function insertPromoCode(trx: Trx, { plans = [], ...code }: NewPromoCode): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('promoCodes')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  await insertPlans(trx, code.code, plans);
  return true;
}

/** Replaces every property of an unused code, including its text. */
export async function replacePromoCode(
  trx: Trx,
  code: string,
  { plans = [], ...columns }: NewPromoCode,
): Promise<void> {
  await trx.deleteFrom('promoCodePlans').where('code', '=', code).execute();
  await updatePromoCode(trx, code, columns);
  await insertPlans(trx, columns.code, plans);
}

export async function updatePromoCode(
  trx: Trx,
  code: string,
  change: Partial<Omit<NewPromoCode, 'plans'>> & { isActive?: boolean },
): Promise<void> {
  await trx
    .updateTable('promoCodes')
    .set({ ...change, revision: sql`revision + 1` })
    .where('code', '=', code)
    .execute();
}

async function insertPlans(trx: Trx, code: string, plans: PromoCode['plans']): Promise<void> {
  if (plans.length === 0) return;
  await trx
    .insertInto('promoCodePlans')
    .values(plans.map((plan) => ({ ...plan, code })))
    .execute();
}

/** True if any purchase used the code, even if it failed or was refunded. */
export async function isPromoCodeUsed(db: Db, code: string): Promise<boolean> {
  const { isUsed } = await db
    .selectNoFrom((eb) =>
      eb.exists(eb.selectFrom('promoHolds').select('purchaseId').where('code', '=', code)).as('isUsed'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(isUsed);
}
