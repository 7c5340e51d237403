import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Adds hits to a window shared by all processes and returns its new total. */
export async function addHits(db: Db, key: string, windowStart: Date, hits: number): Promise<number> {
  const row = await db
    .insertInto('rateLimits')
    .values({ key, windowStart, hits })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'windowStart'])
        .doUpdateSet({ hits: sql<number>`rate_limits.hits + excluded.hits` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow();
  return row.hits;
}

export async function findHits(db: Db, key: string, windowStart: Date): Promise<number> {
  const row = await db
    .selectFrom('rateLimits')
    .select('hits')
    .where('key', '=', key)
    .where('windowStart', '=', windowStart)
    .executeTakeFirst();
  return row?.hits ?? 0;
}

export async function deleteWindowsBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('rateLimits').where('windowStart', '<', cutoff).execute();
}
