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

export interface RateLimitShare {
  key: string;
  windowStart: Date;
  /** The id of one process's counter. */
  share: string;
  hits: number;
}

/**
 * Writes the totals of this process's counters. Returns the total of all other counters for the same key and
 * window, keyed by share. A share without other counters is missing.
 */
export async function exchangeShares(
  db: Db,
  shares: readonly RateLimitShare[],
): Promise<Map<string, number>> {
  const keys = shares.map(({ key }) => key);
  const windowStarts = shares.map(({ windowStart }) => windowStart);
  const ids = shares.map(({ share }) => share);
  const hits = shares.map((share) => share.hits);
  // `greatest`, because a statement that timed out may still finish after a later one.
  const { rows } = await sql<{ share: string; hits: number }>`
    with sent as materialized (
      select *
      from unnest(${windowStarts}::timestamptz[], ${keys}::text[], ${ids}::uuid[], ${hits}::int4[])
        as given (window_start, key, share, hits)
    ), written as (
      insert into rate_limit_shares as stored (window_start, key, share, hits)
      select window_start, key, share, hits from sent
      on conflict (window_start, key, share) do update set hits = greatest(stored.hits, excluded.hits)
    )
    select sent.share, sum(other.hits)::int4 as hits
    from sent
    join rate_limit_shares as other
      on other.window_start = sent.window_start and other.key = sent.key and other.share <> sent.share
    group by sent.share`.execute(db);
  return new Map(rows.map((row) => [row.share, row.hits]));
}

export async function deleteWindowsBefore(db: Db, cutoff: Date): Promise<void> {
  await db.deleteFrom('rateLimits').where('windowStart', '<', cutoff).execute();
  await db.deleteFrom('rateLimitShares').where('windowStart', '<', cutoff).execute();
}
