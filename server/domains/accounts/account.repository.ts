import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { AccountType } from './account.schema.ts';
import type { PersonName } from './profile/profile.schema.ts';

export interface Account {
  id: string;
  email: string;
  firstname: string;
  lastname: string;
  zip: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  /** The company's own account. It can be named as a referrer, but nobody can sign in to it (D24). */
  isHouse: boolean;
  referenceCode: string | null;
  /** Sessions and tokens of an earlier version don't work (D75). */
  securityVersion: number;
  createdAt: Date;
}

export type NewAccount = Pick<Account, 'id' | 'email' | 'firstname' | 'lastname' | 'zip'> &
  Partial<Omit<Account, 'createdAt'>> & {
    passwordHash: string;
    emailVerifiedAt?: Date;
    latinName?: string | null | undefined;
  };

const COLUMNS = [
  'id',
  'email',
  'firstname',
  'lastname',
  'zip',
  'accountType',
  'isInfluencer',
  'isFriend',
  'isHouse',
  'referenceCode',
  'securityVersion',
  'createdAt',
] as const satisfies ReadonlyArray<keyof Account>;

/**
 * Returns false if the email address already has an account, ignoring case. Of two concurrent calls, only one
 * returns true (D19).
 */
export async function insertAccount(db: Db, account: NewAccount): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values({
      referenceCode: null,
      providerCustomerId: null,
      ...account,
      latinName: account.latinName ?? null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('accounts').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Ignores the email's case. */
export async function findAccountByEmail(
  db: Db,
  email: string,
): Promise<(Account & { passwordHash: string }) | undefined> {
  return db
    .selectFrom('accounts')
    .select([...COLUMNS, 'passwordHash'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .executeTakeFirst();
}

export async function findOwnAccount(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      'firstname',
      'lastname',
      'latinName',
      'emailVerifiedAt',
      'pendingEmail',
      'securityVersion',
    ])
    .where('id', '=', id)
    .where('isHouse', '=', false)
    .executeTakeFirst();
}

/** Returns false if the address was already verified, or has changed since the caller read it. */
export async function setEmailVerified(
  trx: Trx,
  { id, email }: { id: string; email: string },
  at: Date,
): Promise<boolean> {
  const result = await trx
    .updateTable('accounts')
    .set({ emailVerifiedAt: at })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function updateName(
  db: Db,
  id: string,
  { firstname, lastname, latinName = null }: PersonName,
): Promise<void> {
  await db.updateTable('accounts').set({ firstname, lastname, latinName }).where('id', '=', id).execute();
}

/** Returns whether the account's receipts are emailed with a PDF. */
export async function findReceiptPdf(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('receiptPdf').where('id', '=', id).executeTakeFirst();
  return row?.receiptPdf ?? false;
}

export async function setReceiptPdf(db: Db, id: string, receiptPdf: boolean): Promise<void> {
  await db.updateTable('accounts').set({ receiptPdf }).where('id', '=', id).execute();
}

/** Pass null to cancel a pending change. */
export async function setPendingEmail(db: Db, id: string, pendingEmail: string | null): Promise<void> {
  await db.updateTable('accounts').set({ pendingEmail }).where('id', '=', id).execute();
}

/** The new email counts as verified. Throws if another account has it. */
export async function replaceEmail(trx: Trx, id: string, email: string, at: Date): Promise<void> {
  await trx.updateTable('accounts').set({ email, emailVerifiedAt: at }).where('id', '=', id).execute();
}

/** Locks the row until the transaction ends. Other transactions can still insert rows that refer to it. */
export async function lockAccountRow(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

export async function findPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('passwordHash')
    .where('id', '=', id)
    .where('isHouse', '=', false)
    .executeTakeFirst();
  return row?.passwordHash;
}

export async function updatePasswordHash(trx: Trx, id: string, passwordHash: string): Promise<void> {
  await trx.updateTable('accounts').set({ passwordHash }).where('id', '=', id).execute();
}

export async function updateAccountType(db: Db, id: string, accountType: AccountType): Promise<void> {
  await db.updateTable('accounts').set({ accountType }).where('id', '=', id).execute();
}

/** Returns the newest accounts first. Excludes the house account. */
export async function findNewestAccounts(
  db: Db,
  filter: { accountType: AccountType | undefined; limit: number },
): Promise<Account[]> {
  let query = db.selectFrom('accounts').select(COLUMNS).where('isHouse', '=', false);
  if (filter.accountType !== undefined) query = query.where('accountType', '=', filter.accountType);
  return query.orderBy('createdAt', 'desc').orderBy('id').limit(filter.limit).execute();
}
