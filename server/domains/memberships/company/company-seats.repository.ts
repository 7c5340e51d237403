import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/** Records that the company's seats have changed and must be synced to Stripe. */
export async function bumpSeatsRevision(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ seatsRevision: sql<number>`seats_revision + 1` })
    .where('accountId', '=', accountId)
    .execute();
}

/** Returns undefined if the account has no company. */
export async function findSeatsRevision(db: Db, accountId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('companies')
    .select('seatsRevision')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.seatsRevision;
}

/** Ignores an older revision: another process may have synced a later one. */
export async function saveSyncedRevision(db: Db, accountId: string, revision: number): Promise<void> {
  await db
    .updateTable('companies')
    .set({ syncedSeatsRevision: revision })
    .where('accountId', '=', accountId)
    .where('syncedSeatsRevision', '<', revision)
    .execute();
}

/** Returns the next accounts, ordered by id, whose seats aren't synced to Stripe. */
export async function findUnsynced(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('accountId')
    .whereRef('seatsRevision', '<>', 'syncedSeatsRevision')
    .where('accountId', '>', after)
    .orderBy('accountId')
    .limit(limit)
    .execute();
  return rows.map(({ accountId }) => accountId);
}
