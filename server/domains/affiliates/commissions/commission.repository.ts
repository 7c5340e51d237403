import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { mailboxKey } from '../../../lib/readers/mailbox.ts';
import type { BookedCommission, CommissionDraft, Earner } from './commission-rule.shared.ts';

export interface Buyer {
  accountId: string | null;
  email: string;
}

/** Selects whether the affiliate's latest signup donates commissions. */
function selectDonates(eb: ExpressionBuilder<Database, 'accounts'>) {
  const latestSignup = eb
    .selectFrom('affiliateSignups')
    .select('affiliateSignups.donates')
    .whereRef('affiliateSignups.accountId', '=', 'accounts.id')
    .where('affiliateSignups.completedAt', 'is not', null)
    .orderBy('affiliateSignups.completedAt', 'desc')
    .limit(1);
  return eb.fn.coalesce(latestSignup, sql<boolean>`false`).as('donates');
}

export async function findEarner(
  db: Db,
  id: string,
): Promise<(Earner & { referredBy: string | null }) | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'accountType', 'isInfluencer', 'isFriend', 'isHouse', 'referredBy'])
    .select(selectDonates)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks the buyer until the transaction ends. Of two concurrent payments, only one then counts as the first.
 */
export async function lockBuyer(trx: Trx, { accountId, email }: Buyer): Promise<void> {
  const lockKeys = [`buyer:${mailboxKey(email)}`, ...(accountId ? [`buyer:${accountId}`] : [])];
  for (const key of lockKeys.toSorted()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  }
}

/**
 * Counts the buyer's payments. The same person may have bought with an account or, as a guest, from the same
 * mailbox (D69).
 */
export async function findBuyerHistory(
  db: Db,
  { accountId, email }: Buyer,
): Promise<{ payments: number; isFriendBonusGiven: boolean }> {
  const row = await db
    .selectFrom('purchases')
    .innerJoin('payments', 'payments.purchaseId', 'purchases.id')
    .leftJoin('commissions', (join) =>
      join
        .onRef('commissions.paymentId', '=', 'payments.id')
        .on('commissions.rule', '=', 'friend')
        .on('commissions.bonusCents', 'is not', null)
        .on('commissions.adjusts', 'is', null),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('payments'),
      eb.fn.count<number>('commissions.id').as('bonuses'),
    ])
    .where('payments.amountCents', '>', 0)
    // A purchase that earns no commission, such as a replacement card, doesn't count as the buyer's first
    // sale.
    .where(sql<SqlBool>`purchases.quote @> '{"lines": [{"commissionable": true}]}'`)
    .where(
      sql<SqlBool>`(purchases.account_id = ${accountId} or mailbox_key(purchases.email) = mailbox_key(${email}))`,
    )
    .executeTakeFirstOrThrow();
  return { payments: Number(row.payments), isFriendBonusGiven: Number(row.bonuses) > 0 };
}

export type NewCommission = CommissionDraft & {
  id: string;
  paymentId: string;
  adjusts: string | null;
  payableAt: Date;
  createdAt: Date;
  hasOwnMail: boolean;
};

export async function insertCommissions(trx: Trx, rows: readonly NewCommission[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('commissions')
      .values([...rows])
      .execute();
}

export type StoredCommission = BookedCommission &
  Pick<NewCommission, 'id' | 'affiliateId' | 'rule' | 'payableAt'> & { isOwnPurchase: boolean };

/** Returns a payment's commissions, each with the sum of its adjustments. */
export async function findPaymentCommissions(trx: Trx, paymentId: string): Promise<StoredCommission[]> {
  const rows = await trx
    .selectFrom('commissions as line')
    .innerJoin('payments', 'payments.id', 'line.paymentId')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .leftJoin('commissions as later', 'later.adjusts', 'line.id')
    .select(['line.id', 'line.affiliateId', 'line.rule', 'line.ratePercent', 'line.bonusCents'])
    .select(['line.baseCents', 'line.amountCents', 'line.payableAt'])
    .select((eb) => eb.fn.sum<number | null>('later.amountCents').as('adjustedCents'))
    .select(
      sql<boolean>`coalesce(purchases.account_id in (line.affiliate_id, purchases.referrer_id), false)
        or exists (select from suspected_own_purchases as suspected where suspected.purchase_id = purchases.id
          and suspected.is_own and suspected.affiliate_id in (line.affiliate_id, purchases.referrer_id))`.as(
        'isOwnPurchase',
      ),
    )
    .where('line.paymentId', '=', paymentId)
    .where('line.adjusts', 'is', null)
    .groupBy(['line.id', 'purchases.id'])
    .execute();
  return rows.map(({ ratePercent, amountCents, adjustedCents, ...row }) => ({
    ...row,
    ratePercent: ratePercent === null ? null : Number(ratePercent),
    bookedCents: amountCents + Number(adjustedCents ?? 0),
  }));
}
