import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { NO_PASSWORD } from './password.ts';

export interface NewImportedAccount {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  latinName: string | null;
  zip: string;
}

/** Ignores the emails' case. */
export async function findAccountsByEmails(db: Db, emails: readonly string[]) {
  if (emails.length === 0) return [];
  return db
    .selectFrom('accounts')
    .select(['id', 'isHouse', 'emailVerifiedAt', 'passwordHash'])
    .select(sql<string>`lower(email)`.as('emailKey'))
    .where(sql`lower(email)`, 'in', emails)
    .execute();
}

/** Skips an address that has an account, ignoring case. Returns the ids that were inserted. */
export async function insertImportedAccounts(
  trx: Trx,
  accounts: readonly NewImportedAccount[],
): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  const rows = await trx
    .insertInto('accounts')
    .values(
      accounts.map((account) => ({
        ...account,
        passwordHash: NO_PASSWORD,
        referenceCode: null,
        providerCustomerId: null,
      })),
    )
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Renames only accounts without a password. The owner of any other account may have changed the name. */
export async function updateUnusedNames(
  trx: Trx,
  accounts: ReadonlyArray<Pick<NewImportedAccount, 'id' | 'firstname' | 'lastname' | 'latinName'>>,
): Promise<void> {
  if (accounts.length === 0) return;
  await sql`update accounts set firstname = change.firstname, lastname = change.lastname,
      latin_name = change."latinName"
    from json_to_recordset(${JSON.stringify(accounts)}::json) as
      change(id uuid, firstname text, lastname text, "latinName" text)
    where accounts.id = change.id and password_hash = ${NO_PASSWORD}`.execute(trx);
}
