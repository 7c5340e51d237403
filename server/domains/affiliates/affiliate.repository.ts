import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Account } from '../accounts/account.repository.ts';
import type { AffiliateRole } from './affiliate.schema.ts';

export interface StoredSignup {
  id: string;
  accountId: string;
  role: AffiliateRole;
  referrerId: string;
  purchaseId: string | null;
  form: unknown;
  donates: boolean;
  completedAt: Date | null;
}

const COLUMNS = [
  'id',
  'accountId',
  'role',
  'referrerId',
  'purchaseId',
  'form',
  'donates',
  'completedAt',
] as const satisfies ReadonlyArray<keyof StoredSignup>;

export interface NewSignup {
  id: string;
  accountId: string;
  role: AffiliateRole;
  referrerId: string;
  form: object;
  donates: boolean;
  /** A PNG, encoded as base64. */
  signature: string;
  signedAt: Date;
  ip: string;
}

export async function findSignup(
  db: Db,
  { id, accountId }: { id: string; accountId: string },
): Promise<StoredSignup | undefined> {
  return db
    .selectFrom('affiliateSignups')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
}

/**
 * Saves an incomplete signup. Replaces the account's earlier attempt with the same id, unless it was
 * completed.
 */
export async function upsertSignup(trx: Trx, signup: NewSignup): Promise<void> {
  const { id, accountId, ...columns } = signup;
  const values = { ...columns, purchaseId: null, form: JSON.stringify(columns.form) };
  await trx
    .insertInto('affiliateSignups')
    .values({ ...values, id, accountId })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(values)
        .where('affiliateSignups.accountId', '=', accountId)
        .where('affiliateSignups.completedAt', 'is', null),
    )
    .execute();
}

/** An account has at most one completed signup per role. */
export async function findCompletedSignup(
  db: Db,
  accountId: string,
  role: AffiliateRole,
): Promise<Pick<StoredSignup, 'id' | 'purchaseId'> | undefined> {
  return db
    .selectFrom('affiliateSignups')
    .select(['id', 'purchaseId'])
    .where('accountId', '=', accountId)
    .where('role', '=', role)
    .where('completedAt', 'is not', null)
    .executeTakeFirst();
}

export async function lockSignup(trx: Trx, id: string): Promise<StoredSignup | undefined> {
  return trx
    .selectFrom('affiliateSignups')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function markSignupCompleted(
  trx: Trx,
  id: string,
  values: { purchaseId: string | null; completedAt: Date },
): Promise<void> {
  await trx.updateTable('affiliateSignups').set(values).where('id', '=', id).execute();
}

/**
 * Prevents other transactions from changing who recruited whom until this one ends. Otherwise, two concurrent
 * signups could put two accounts into each other's downline.
 */
export async function lockReferrals(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('affiliate-referrals', 0))`.execute(trx);
}

/** True if `memberId` is `recruiterId`, or was recruited by that account directly or indirectly. */
export async function isInDownline(trx: Trx, memberId: string, recruiterId: string): Promise<boolean> {
  const { rows } = await sql<{ isInDownline: boolean }>`
    with recursive chain as (
      select id, referred_by from accounts where id = ${memberId}
      union
      select accounts.id, accounts.referred_by from accounts join chain on accounts.id = chain.referred_by
    )
    select exists (select from chain where id = ${recruiterId}) as is_in_downline`.execute(trx);
  return rows[0]?.isInDownline ?? false;
}

/** Adds a role to the account. The account type is never lowered, and the recruiter is set only once. */
export async function updateAffiliateRole(
  trx: Trx,
  accountId: string,
  {
    accountType,
    isInfluencer,
    isFriend,
    referredBy,
  }: { accountType: number; isInfluencer: boolean; isFriend: boolean; referredBy: string | null },
): Promise<Pick<Account, 'referenceCode' | 'firstname' | 'lastname' | 'email'>> {
  return trx
    .updateTable('accounts')
    .set({
      accountType: sql`greatest(account_type, ${accountType})`,
      isInfluencer: sql`is_influencer or ${isInfluencer}`,
      isFriend: sql`is_friend or ${isFriend}`,
      referredBy: sql`coalesce(referred_by, ${referredBy})`,
    })
    .where('id', '=', accountId)
    .returning(['referenceCode', 'firstname', 'lastname', 'email'])
    .executeTakeFirstOrThrow();
}

/**
 * Returns false if another account has the code. Call it after `lockReferrals`, so that nobody takes the code
 * concurrently.
 */
export async function assignReferenceCode(trx: Trx, accountId: string, code: string): Promise<boolean> {
  const result = await trx
    .updateTable('accounts')
    .set({ referenceCode: code })
    .where('id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as others')
            .select('others.id')
            .where(sql`upper(others.reference_code)`, '=', code.toUpperCase()),
        ),
      ),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
