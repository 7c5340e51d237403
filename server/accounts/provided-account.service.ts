import type { Db } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import { type Account, findAccountByEmail, insertAccount } from './account.repository.ts';
import type { AccountType } from './account.schema.ts';
import { hashPassword, NO_PASSWORD } from './password.ts';

/** No mail goes there: the ending is reserved for what does not exist. */
const HOUSE_EMAIL = 'house@everythingcard.invalid';
const ZIP = '80202';

/** 'Everything Card': the referrer offered to who knows none. It earns nothing, and nobody logs in to it (D24). */
export async function ensureHouseAccount(db: Db): Promise<void> {
  await insertAccount(db, {
    id: newId(),
    email: HOUSE_EMAIL,
    firstname: 'Everything',
    lastname: 'Card',
    zip: ZIP,
    isHouse: true,
    passwordHash: NO_PASSWORD,
  });
}

/** The house account; undefined in a database where it was never made. */
export async function getHouseAccount(db: Db): Promise<Account | undefined> {
  return findAccountByEmail(db, HOUSE_EMAIL);
}

export interface DemoAccount {
  /** For people: whose part this account plays. */
  role: string;
  email: string;
  firstname: string;
  lastname: string;
  accountType: AccountType;
  isInfluencer?: boolean;
  isFriend?: boolean;
  referenceCode?: string;
}

/** Makes a demo account where it is missing; one that is there stays as it is. Without a password nobody logs in. */
export async function ensureDemoAccount(
  db: Db,
  { role: _role, ...account }: DemoAccount,
  password: string | null,
): Promise<void> {
  if (await findAccountByEmail(db, account.email)) return;
  const passwordHash = password === null ? NO_PASSWORD : await hashPassword(password);
  await insertAccount(db, { ...account, id: newId(), zip: ZIP, passwordHash });
}
