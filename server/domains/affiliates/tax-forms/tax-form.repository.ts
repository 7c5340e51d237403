import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { TaxFormsTable } from '#db/tables/affiliates.ts';

export type TaxFormKind = TaxFormsTable['kind'];

export interface NewTaxForm {
  id: string;
  accountId: string;
  kind: TaxFormKind;
  /** The form's fields, excluding the tax numbers. */
  details: object;
  encryptedNumbers: string;
  last4: string;
  acceptedAt: Date;
  ip: string;
}

/** Locks the account's tax forms until the transaction ends. Also works if the account has none yet. */
export async function lockTaxForms(trx: Trx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tax-forms:${accountId}`}, 0))`.execute(trx);
}

/** Replaces the form on file. The old one is kept and marked as superseded. */
export async function supersedeTaxForm(trx: Trx, { details, ...form }: NewTaxForm): Promise<void> {
  await trx
    .updateTable('taxForms')
    .set({ supersededAt: form.acceptedAt })
    .where('accountId', '=', form.accountId)
    .where('kind', '=', form.kind)
    .where('supersededAt', 'is', null)
    .execute();
  await trx
    .insertInto('taxForms')
    .values({ ...form, details: JSON.stringify(details) })
    .execute();
}

/** Returns the fields of each form on file that its owner may see. */
export async function findTaxFormSummaries(db: Db, accountId: string) {
  return db
    .selectFrom('taxForms')
    .select(['kind', 'last4', 'acceptedAt', sql<string | null>`details ->> 'idType'`.as('idType')])
    .where('accountId', '=', accountId)
    .where('supersededAt', 'is', null)
    .execute();
}

/** Returns the form on file, with encrypted numbers. */
export async function findStoredTaxForm(db: Db, accountId: string, kind: TaxFormKind) {
  return db
    .selectFrom('taxForms')
    .select(['id', 'details', 'encryptedNumbers', 'acceptedAt', 'ip'])
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where('supersededAt', 'is', null)
    .executeTakeFirst();
}

/** Locks the next forms whose envelope doesn't start with the prefix, including superseded ones. */
export async function lockFormsToEncrypt(
  trx: Trx,
  { prefix, after, limit }: { prefix: string; after: string; limit: number },
): Promise<Array<{ id: string; encrypted: string }>> {
  return trx
    .selectFrom('taxForms')
    .select(['id', 'encryptedNumbers as encrypted'])
    .where(sql<boolean>`not starts_with(encrypted_numbers, ${prefix})`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function updateEncryptedNumbers(trx: Trx, id: string, encryptedNumbers: string): Promise<void> {
  await trx.updateTable('taxForms').set({ encryptedNumbers }).where('id', '=', id).execute();
}

export async function countTaxForms(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('taxForms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
