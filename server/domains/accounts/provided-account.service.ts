import type { Db } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import { type Account, findAccountByEmail, insertAccount } from './account.repository.ts';
import type { AccountType } from './account.schema.ts';
import { hashPassword, NO_PASSWORD } from './password.ts';

/** '.invalid' is a reserved domain, so no email can be delivered to it. */
const HOUSE_EMAIL = 'house@everythingcard.invalid';
const DEFAULT_ZIP = '80202';

/**
 * Creates the account 'Everything Card' if it is missing. Buyers without a referrer choose it. It earns
 * nothing, and nobody can sign in to it (D24).
 */
export async function ensureHouseAccount(db: Db): Promise<void> {
  await insertAccount(db, {
    id: newId(),
    email: HOUSE_EMAIL,
    firstname: 'Everything',
    lastname: 'Card',
    zip: DEFAULT_ZIP,
    isHouse: true,
    passwordHash: NO_PASSWORD,
    emailVerifiedAt: new Date(),
  });
}

export async function getHouseAccount(db: Db): Promise<Account | undefined> {
  return findAccountByEmail(db, HOUSE_EMAIL);
}

export interface DemoAccount {
  /** Printed in the startup message. */
  role: string;
  email: string;
  firstname: string;
  lastname: string;
  accountType: AccountType;
  isInfluencer?: boolean;
  isFriend?: boolean;
  referenceCode?: string;
}

/** Creates a demo account if it is missing. If `password` is null, nobody can sign in to it. */
export async function ensureDemoAccount(
  db: Db,
  { role: _role, ...account }: DemoAccount,
  password: string | null,
): Promise<void> {
  if (await findAccountByEmail(db, account.email)) return;
  const passwordHash = password === null ? NO_PASSWORD : await hashPassword(password);
  await insertAccount(db, {
    ...account,
    id: newId(),
    zip: DEFAULT_ZIP,
    passwordHash,
    emailVerifiedAt: new Date(),
  });
}
