import type { Db, Trx } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import {
  findAccountsByEmails,
  insertImportedAccounts,
  type NewImportedAccount,
  updateUnusedNames,
} from './imported-account.repository.ts';
import { NO_PASSWORD } from './password.ts';

export type ImportedPerson = Omit<NewImportedAccount, 'id'>;

/** An account with the email of an imported person. */
export interface AccountToImport {
  id: string;
  /** False until the owner has chosen a password, for example with the link of the invitation. */
  hasPassword: boolean;
  /**
   * True if the account may get a membership by its email alone. Anyone can register with another person's
   * email, so an account that someone signs in to must have verified it.
   */
  isTrusted: boolean;
}

/** Returns the accounts of these emails by the email in lower case. */
export async function findAccountsToImport(
  db: Db,
  emails: readonly string[],
): Promise<Map<string, AccountToImport>> {
  const rows = await findAccountsByEmails(db, [...new Set(emails.map((email) => email.toLowerCase()))]);
  return new Map(
    rows.map(({ id, emailKey, isHouse, emailVerifiedAt, passwordHash }) => {
      const hasPassword = passwordHash !== NO_PASSWORD;
      return [
        emailKey,
        { id, hasPassword, isTrusted: !isHouse && (!hasPassword || emailVerifiedAt !== null) },
      ];
    }),
  );
}

/**
 * Creates accounts that nobody can sign in to until their owner chooses a password. Returns the id of each
 * new account by the email in lower case. Omits an email for which an account was created concurrently.
 */
export async function createImportedAccounts(
  trx: Trx,
  people: readonly ImportedPerson[],
): Promise<Map<string, string>> {
  const accounts = people.map((person) => ({ ...person, id: newId() }));
  const insertedIds = await insertImportedAccounts(trx, accounts);
  return new Map(
    accounts.filter(({ id }) => insertedIds.has(id)).map(({ id, email }) => [email.toLowerCase(), id]),
  );
}

/** Skips accounts that have a password. */
export async function renameImportedAccounts(
  trx: Trx,
  accounts: Parameters<typeof updateUnusedNames>[1],
): Promise<void> {
  await updateUnusedNames(trx, accounts);
}
