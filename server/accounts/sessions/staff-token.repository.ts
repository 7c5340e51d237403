import type { Db } from '#db/client.ts';

export async function insertStaffToken(
  db: Db,
  token: { tokenHash: string; accountId: string; expiresAt: Date },
): Promise<void> {
  await db.insertInto('staffTokens').values(token).execute();
}

/**
 * Marks a token as used and returns its account's id, or undefined if the token is unknown, expired, or
 * already used.
 */
export async function claimStaffToken(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('staffTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('accountId')
    .executeTakeFirst();
  return row?.accountId;
}

export async function deleteStaffTokensExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('staffTokens').where('expiresAt', '<', instant).execute();
}
