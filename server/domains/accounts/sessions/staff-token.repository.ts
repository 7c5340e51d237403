import type { Db } from '#db/client.ts';
import type { SecuredAccount } from '../../../platform/security/session-account.ts';

export async function insertStaffToken(
  db: Db,
  token: { tokenHash: string; accountId: string; expiresAt: Date; securityVersion: number },
): Promise<void> {
  await db.insertInto('staffTokens').values(token).execute();
}

/**
 * Marks a token as used and returns its account, or undefined if the token is unknown, expired, or already
 * used, or if the account was recovered since.
 */
export async function claimStaffToken(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<SecuredAccount | undefined> {
  return db
    .updateTable('staffTokens')
    .from('accounts')
    .set({ usedAt: now })
    .whereRef('accounts.id', '=', 'staffTokens.accountId')
    .whereRef('accounts.securityVersion', '=', 'staffTokens.securityVersion')
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['accounts.id', 'staffTokens.securityVersion'])
    .executeTakeFirst();
}

export async function deleteStaffTokensExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('staffTokens').where('expiresAt', '<', instant).execute();
}
