import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/** Notes that an account's company has other cards than the provider renews. */
export async function raiseSeatsRevision(trx: Trx, accountId: string): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ seatsRevision: sql<number>`seats_revision + 1` })
    .where('accountId', '=', accountId)
    .execute();
}

/** How often the cards of an account's company have changed; undefined where the account has none. */
export async function findSeatsRevision(db: Db, accountId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('companies')
    .select('seatsRevision')
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return row?.seatsRevision;
}

/** Notes what the provider was told; what somebody told it of later cards stays. */
export async function saveToldRevision(db: Db, accountId: string, revision: number): Promise<void> {
  await db
    .updateTable('companies')
    .set({ toldSeatsRevision: revision })
    .where('accountId', '=', accountId)
    .where('toldSeatsRevision', '<', revision)
    .execute();
}

/** The next accounts behind `after` whose company's cards the provider was not told of, in the order of their ids. */
export async function findUntold(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .select('accountId')
    .whereRef('seatsRevision', '<>', 'toldSeatsRevision')
    .where('accountId', '>', after)
    .orderBy('accountId')
    .limit(limit)
    .execute();
  return rows.map(({ accountId }) => accountId);
}
