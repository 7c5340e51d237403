import { type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PayoutAccountsTable } from '#db/tables/affiliates.ts';
import { BUSINESS_ZONE } from '../../../lib/dates.ts';

export type StoredPayoutAccount = Selectable<PayoutAccountsTable>;

/** Locks the account's bank accounts until the transaction ends. Also works if there are none yet. */
export async function lockPayoutAccounts(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payout-accounts:${accountId}`}, 0))`.execute(
    trx,
  );
}

/** Returns the bank account on file, without its number. */
export async function findPayoutAccount(
  db: Db,
  accountId: string,
): Promise<Omit<StoredPayoutAccount, 'encryptedNumber'> | undefined> {
  return db
    .selectFrom('payoutAccounts')
    .select(['accountId', 'id', 'routingNumber', 'kind', 'holderName', 'last4', 'createdAt', 'usableFrom'])
    .select(['supersededAt', 'returnedAt', 'returnReason'])
    .where('accountId', '=', accountId)
    .where('supersededAt', 'is', null)
    .executeTakeFirst();
}

/** Replaces the bank account on file. The old one is kept and marked as superseded. */
export async function supersedePayoutAccount(
  trx: Trx,
  account: Omit<StoredPayoutAccount, 'supersededAt' | 'returnedAt' | 'returnReason'>,
): Promise<void> {
  await trx
    .updateTable('payoutAccounts')
    .set({ supersededAt: account.createdAt })
    .where('accountId', '=', account.accountId)
    .where('supersededAt', 'is', null)
    .execute();
  await trx.insertInto('payoutAccounts').values(account).execute();
}

/** Marks the bank account as refused by the bank. No-op if it is marked already. */
export async function markAccountReturned(
  trx: Trx,
  { accountId, id, at, reason }: { accountId: string; id: string; at: Date; reason: string },
): Promise<void> {
  await trx
    .updateTable('payoutAccounts')
    .set({ returnedAt: at, returnReason: reason })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('returnedAt', 'is', null)
    .execute();
}

/**
 * Returns the unpaid amounts by the month (YYYY-MM, in the business time zone) in which they become payable,
 * oldest first.
 */
export async function findUnpaidByMonth(
  db: Db,
  affiliateId: string,
): Promise<Array<{ month: string; amountCents: number }>> {
  const zone = sql.lit(BUSINESS_ZONE);
  const month = sql<string>`to_char(payable_at at time zone ${zone}, 'YYYY-MM')`;
  const rows = await db
    .selectFrom('unpaidCommissions')
    .select(({ fn }) => [month.as('month'), fn.sum<number>('amountCents').as('amountCents')])
    .where('affiliateId', '=', affiliateId)
    .groupBy(month)
    .orderBy(month)
    .execute();
  return rows.map((row) => ({ month: row.month, amountCents: Number(row.amountCents) }));
}

/** Returns an affiliate's payouts, newest first, each with the latest bank file that included it. */
export async function findPayoutTransfers(db: Db, affiliateId: string, limit: number) {
  return db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bankFilePayments')
          .innerJoin('bankFiles', 'bankFiles.id', 'bankFilePayments.bankFileId')
          .select(['bankFilePayments.last4', 'bankFilePayments.returnedAt'])
          .select(['bankFilePayments.returnReason', 'bankFiles.createdAt as sentAt'])
          .whereRef('bankFilePayments.payoutId', '=', 'payouts.id')
          .orderBy('bankFiles.number', 'desc')
          .limit(1)
          .as('transfer'),
      (join) => join.onTrue(),
    )
    .select(['payouts.id', 'payouts.amountCents', 'payoutBatches.month', 'payoutBatches.createdAt as paidAt'])
    .select(['payoutBatches.paysByBank'])
    .select(['transfer.last4', 'transfer.returnedAt', 'transfer.returnReason', 'transfer.sentAt'])
    .where('payouts.affiliateId', '=', affiliateId)
    .orderBy('payoutBatches.month', 'desc')
    .limit(limit)
    .execute();
}

/** Locks the next bank accounts whose envelope doesn't start with the prefix. */
export async function lockAccountsToEncrypt(
  trx: Trx,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<Array<{ id: string; encrypted: string }>> {
  return trx
    .selectFrom('payoutAccounts')
    .select(['id', 'encryptedNumber as encrypted'])
    .where(sql<boolean>`not starts_with(encrypted_number, ${prefix})`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function updateEncryptedAccount(trx: Trx, id: string, encryptedNumber: string): Promise<void> {
  await trx.updateTable('payoutAccounts').set({ encryptedNumber }).where('id', '=', id).execute();
}

export async function countPayoutAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payoutAccounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
