import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Buyer } from './commission.repository.ts';

/**
 * Lists purchases for staff on which an affiliate earned and that look like the affiliate's own: the sale of a
 * new payment, or everything that an affiliate who buys was credited for and may not have been paid yet. What
 * staff decided stays decided.
 */
export async function insertSigns(
  trx: Trx,
  by: { paymentId: string } | { affiliateId: string },
  now: Date,
): Promise<void> {
  const condition =
    'paymentId' in by
      ? sql`payment_id = ${by.paymentId}`
      : sql`affiliate_id = ${by.affiliateId} and payable_at > ${now}`;
  await sql`insert into suspected_own_purchases (id, purchase_id, affiliate_id, reasons, found_at)
    select gen_random_uuid(), purchase_id, affiliate_id, reasons, ${now} from own_purchase_signs()
    where ${condition} and reasons <> '{}' on conflict do nothing`.execute(trx);
}

/** Lists the accounts of which staff decided that the purchase is their own. */
export async function findDecidedOwners(trx: Trx, purchaseId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('suspectedOwnPurchases')
    .select('affiliateId')
    .where('purchaseId', '=', purchaseId)
    .where('isOwn', '=', true)
    .execute();
  return rows.map(({ affiliateId }) => affiliateId);
}

export interface SuspectedPurchase {
  id: string;
  purchaseId: string;
  affiliateId: string;
  isOwn: boolean | null;
  affiliate: string;
  buyer: Buyer;
  /** What the affiliate and, if the affiliate referred the buyer, the recruiting educator earned. */
  earnedCents: number;
  /** The part of it that is in a payout. */
  paidCents: number;
}

export async function findSuspectedPurchase(db: Db, id: string): Promise<SuspectedPurchase | undefined> {
  const row = await db
    .selectFrom('suspectedOwnPurchases as suspected')
    .innerJoin('purchases', 'purchases.id', 'suspected.purchaseId')
    .innerJoin('accounts', 'accounts.id', 'suspected.affiliateId')
    .select(['suspected.id', 'suspected.purchaseId', 'suspected.affiliateId', 'suspected.isOwn'])
    .select(['purchases.accountId', 'purchases.email'])
    .select(sql<string>`trim(concat(accounts.firstname, ' ', accounts.lastname))`.as('affiliate'))
    .where('suspected.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const sums = await db
    .selectFrom('commissions')
    .innerJoin('payments', 'payments.id', 'commissions.paymentId')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .leftJoin('payoutLines', 'payoutLines.commissionId', 'commissions.id')
    .select(({ fn }) => [
      fn.sum<number | null>('commissions.amountCents').as('earnedCents'),
      fn
        .sum<number | null>('commissions.amountCents')
        .filterWhere('payoutId', 'is not', null)
        .as('paidCents'),
    ])
    .where('payments.purchaseId', '=', row.purchaseId)
    .where((eb) =>
      eb.or([
        eb('commissions.affiliateId', '=', row.affiliateId),
        eb('purchases.referrerId', '=', row.affiliateId),
      ]),
    )
    .executeTakeFirstOrThrow();
  const { accountId, email, ...suspected } = row;
  return {
    ...suspected,
    buyer: { accountId, email },
    earnedCents: Number(sums.earnedCents ?? 0),
    paidCents: Number(sums.paidCents ?? 0),
  };
}

/** Returns false, and changes nothing, if it is already decided. */
export async function decideSuspectedPurchase(
  trx: Trx,
  id: string,
  { isOwn, now }: { isOwn: boolean; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('suspectedOwnPurchases')
    .set({ isOwn, decidedAt: now })
    .where('id', '=', id)
    .where('decidedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function lockPaymentsOf(
  trx: Trx,
  purchaseId: string,
): Promise<Array<{ id: string; refundedCents: number }>> {
  return trx
    .selectFrom('payments')
    .select(['id', 'refundedCents'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
