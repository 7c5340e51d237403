import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { WalletPassesTable } from '#db/tables/memberships.ts';

export type StoredPass = Selectable<WalletPassesTable>;

const COLUMNS = [
  'membershipId',
  'revision',
  'seenRevision',
  'version',
  'changedAt',
  'dueAt',
  'googleSavedAt',
] as const;

export async function findPass(db: Db, membershipId: string): Promise<StoredPass | undefined> {
  return db
    .selectFrom('walletPasses')
    .select(COLUMNS)
    .where('membershipId', '=', membershipId)
    .executeTakeFirst();
}

/** Does nothing if the pass already exists. */
export async function insertPass(db: Db, pass: Insertable<WalletPassesTable>): Promise<void> {
  await db
    .insertInto('walletPasses')
    .values(pass)
    .onConflict((conflict) => conflict.column('membershipId').doNothing())
    .execute();
}

/** Returns false if another process has saved a different version since this one was read. */
export async function savePass(
  db: Db,
  { membershipId, version, revision }: Pick<StoredPass, 'membershipId' | 'version' | 'revision'>,
  newState: Pick<StoredPass, 'version' | 'changedAt' | 'dueAt'>,
): Promise<boolean> {
  const result = await db
    .updateTable('walletPasses')
    .set({ ...newState, seenRevision: revision })
    .where('membershipId', '=', membershipId)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns passes whose membership changed since the last refresh, or whose next change is due. */
export async function findStalePasses(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('walletPasses')
    .select('membershipId')
    .where((eb) => eb.or([eb('revision', '<>', eb.ref('seenRevision')), eb('dueAt', '<=', now)]))
    .limit(limit)
    .execute();
  return rows.map(({ membershipId }) => membershipId);
}

/** Does nothing if the pass is already marked. */
export async function markSavedToGoogle(db: Db, membershipId: string, savedAt: Date): Promise<void> {
  await db
    .updateTable('walletPasses')
    .set({ googleSavedAt: savedAt })
    .where('membershipId', '=', membershipId)
    .where('googleSavedAt', 'is', null)
    .execute();
}
