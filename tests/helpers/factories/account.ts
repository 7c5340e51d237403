import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { AccountsTable } from '#db/tables/accounts.ts';
import { hashPassword, NO_PASSWORD } from '#server/domains/accounts/password.ts';
import { newId } from '#server/lib/ids.ts';

export type TestAccount = Selectable<AccountsTable>;

/** Creates a basic account with a verified email address. It can log in if `password` is given. */
export async function makeAccount(
  db: Db,
  overrides: Partial<Insertable<AccountsTable>> & { password?: string } = {},
): Promise<TestAccount> {
  const { password, ...columns } = overrides;
  const id = columns.id ?? newId();
  return db
    .insertInto('accounts')
    .values({
      id,
      email: `member-${id}@example.com`,
      firstname: 'Maria',
      lastname: 'Gomez',
      zip: '80202',
      emailVerifiedAt: new Date(),
      passwordHash: password === undefined ? NO_PASSWORD : await hashPassword(password),
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
