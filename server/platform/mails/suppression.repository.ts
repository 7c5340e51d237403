import type { Db } from '#db/client.ts';
import type { SuppressionReason } from '#db/tables/content.ts';

export interface Suppression {
  email: string;
  reason: SuppressionReason;
  suppressedAt: Date;
}

export async function findReasons(db: Db, email: string): Promise<SuppressionReason[]> {
  const rows = await db
    .selectFrom('mailSuppressions')
    .select('reason')
    .where('email', '=', email.toLowerCase())
    .execute();
  return rows.map(({ reason }) => reason);
}

/** Returns false if the address was already suppressed for this reason. */
export async function insertSuppression(
  db: Db,
  { email, reason, suppressedAt }: Suppression,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('mailSuppressions')
    .values({ email: email.toLowerCase(), reason, suppressedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes these reasons for an address. Returns how many were deleted. */
export async function deleteSuppressions(
  db: Db,
  email: string,
  reasons: readonly SuppressionReason[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mailSuppressions')
    .where('email', '=', email.toLowerCase())
    .where('reason', 'in', reasons)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns all suppressions, newest first. */
export async function listSuppressions(db: Db): Promise<Suppression[]> {
  return db
    .selectFrom('mailSuppressions')
    .select(['email', 'reason', 'suppressedAt'])
    .orderBy('suppressedAt', 'desc')
    .orderBy('email')
    .execute();
}
