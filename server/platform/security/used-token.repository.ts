import type { Db } from '#db/client.ts';

/** Returns false if the token was already used. */
export async function insertUsedToken(db: Db, id: string, expiresAt: Date): Promise<boolean> {
  const result = await db
    .insertInto('usedTokens')
    .values({ id, expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteUsedTokensExpiredBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('usedTokens').where('expiresAt', '<', instant).execute();
}
