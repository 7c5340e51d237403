import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { personNameOf } from '#db/tables/accounts.ts';
import type { BankFilePaymentsTable, BankFilesTable } from '#db/tables/affiliates.ts';

/** Returns a month's payouts, each with the data that a bank file needs, ordered by name. */
export async function findTransfers(db: Db, batchId: string) {
  return db
    .selectFrom('payouts')
    .innerJoin('accounts', 'accounts.id', 'payouts.affiliateId')
    .leftJoin('payoutAccounts as bank', (join) =>
      join.onRef('bank.accountId', '=', 'accounts.id').on('bank.supersededAt', 'is', null),
    )
    .leftJoin('taxForms as w9', (join) =>
      join
        .onRef('w9.accountId', '=', 'accounts.id')
        .on('w9.kind', '=', 'w9')
        .on('w9.supersededAt', 'is', null),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('bankFilePayments')
          .innerJoin('bankFiles', 'bankFiles.id', 'bankFilePayments.bankFileId')
          .select(['bankFiles.number', 'bankFilePayments.last4'])
          .select(['bankFilePayments.returnedAt', 'bankFilePayments.returnReason'])
          .whereRef('bankFilePayments.payoutId', '=', 'payouts.id')
          .orderBy('bankFiles.number', 'desc')
          .limit(1)
          .as('sent'),
      (join) => join.onTrue(),
    )
    .select(['payouts.id', 'payouts.affiliateId', 'payouts.amountCents'])
    .select(['accounts.firstname', 'accounts.lastname', 'accounts.email', 'accounts.referenceCode'])
    .select(['bank.id as bankId', 'bank.routingNumber', 'bank.kind', 'bank.holderName', 'bank.last4'])
    .select(['bank.encryptedNumber', 'bank.usableFrom', 'bank.returnedAt as bankReturnedAt'])
    .select(['w9.id as w9Id', sql<string | null>`w9.details ->> 'taxClassification'`.as('classification')])
    .select(['sent.number as fileNumber', 'sent.last4 as sentLast4'])
    .select(['sent.returnedAt', 'sent.returnReason'])
    .where('payouts.batchId', '=', batchId)
    .orderBy('accounts.lastname')
    .orderBy('accounts.firstname')
    .orderBy('accounts.id')
    .execute();
}

export type Transfer = Awaited<ReturnType<typeof findTransfers>>[number];

/** Lists the files of a month without their content, oldest first. */
export async function findBankFiles(db: Db, batchId: string) {
  return db
    .selectFrom('bankFiles')
    .innerJoin('accounts', 'accounts.id', 'bankFiles.createdBy')
    .select(['bankFiles.id', 'bankFiles.number', 'bankFiles.paymentCount', 'bankFiles.totalCents'])
    .select(['bankFiles.createdAt', personNameOf('accounts').as('createdBy')])
    .where('bankFiles.batchId', '=', batchId)
    .orderBy('bankFiles.number')
    .execute();
}

export async function findBankFile(db: Db, id: string) {
  return db
    .selectFrom('bankFiles')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'bankFiles.batchId')
    .select(['bankFiles.id', 'bankFiles.number', 'bankFiles.encryptedContent', 'payoutBatches.month'])
    .select(['bankFiles.paymentCount', 'bankFiles.totalCents'])
    .where('bankFiles.id', '=', id)
    .executeTakeFirst();
}

export async function insertBankFile(
  trx: Trx,
  file: Insertable<BankFilesTable>,
  payments: ReadonlyArray<Insertable<BankFilePaymentsTable>>,
): Promise<void> {
  await trx.insertInto('bankFiles').values(file).execute();
  const rows = JSON.stringify(payments);
  await sql`insert into bank_file_payments (bank_file_id, payout_id, payout_account_id, last4)
    select (value ->> 'bankFileId')::uuid, (value ->> 'payoutId')::uuid, (value ->> 'payoutAccountId')::uuid,
      value ->> 'last4' from json_array_elements(${rows}::json)`.execute(trx);
}

function selectSentPayment(db: Db, payoutId: string) {
  return db
    .selectFrom('bankFilePayments')
    .innerJoin('payouts', 'payouts.id', 'bankFilePayments.payoutId')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .innerJoin('accounts', 'accounts.id', 'payouts.affiliateId')
    .select(['bankFilePayments.bankFileId', 'bankFilePayments.payoutAccountId', 'bankFilePayments.last4'])
    .select(['payouts.affiliateId', 'payouts.amountCents', 'payoutBatches.month'])
    .select(['accounts.firstname', 'accounts.lastname', 'accounts.email'])
    .where('bankFilePayments.payoutId', '=', payoutId)
    .where('bankFilePayments.returnedAt', 'is', null);
}

/**
 * Returns the payout's entry in a bank file. Returns undefined if there is none, or if the bank returned it.
 */
export async function findSentPayment(db: Db, payoutId: string) {
  return selectSentPayment(db, payoutId).executeTakeFirst();
}

/** Like `findSentPayment`, but locks the payment until the transaction ends. */
export async function lockSentPayment(trx: Trx, payoutId: string) {
  return selectSentPayment(trx, payoutId).forUpdate('bankFilePayments').executeTakeFirst();
}

export async function markPaymentReturned(
  trx: Trx,
  { bankFileId, payoutId, at, reason }: { bankFileId: string; payoutId: string; at: Date; reason: string },
): Promise<void> {
  await trx
    .updateTable('bankFilePayments')
    .set({ returnedAt: at, returnReason: reason })
    .where('bankFileId', '=', bankFileId)
    .where('payoutId', '=', payoutId)
    .execute();
}

/** Locks the next files whose envelope doesn't start with the prefix. */
export async function lockFilesToEncrypt(
  trx: Trx,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<Array<{ id: string; encrypted: string }>> {
  return trx
    .selectFrom('bankFiles')
    .select(['id', 'encryptedContent as encrypted'])
    .where(sql<boolean>`not starts_with(encrypted_content, ${prefix})`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function updateEncryptedFile(trx: Trx, id: string, encryptedContent: string): Promise<void> {
  await trx.updateTable('bankFiles').set({ encryptedContent }).where('id', '=', id).execute();
}

export async function countBankFiles(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('bankFiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
