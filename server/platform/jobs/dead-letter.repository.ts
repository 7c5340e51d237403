import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/** The pg-boss queue of the jobs that failed for good. No worker reads it. */
export const DEAD_LETTERS = 'dead-letters';

/** A job that failed for good. */
export interface DeadLetter {
  /** The job's original id, which it keeps when it is retried. */
  id: string;
  queue: string;
  payload: unknown;
  /** The last error. */
  error: string;
  attempts: number;
  enqueuedAt: Date;
  failedAt: Date;
  keptUntil: Date;
  /** The row's key, which changes each time the job fails for good. */
  rowId: string;
}

export interface DeadLetterFilter {
  ids?: readonly string[];
  queue?: string | undefined;
}

/**
 * Returns dead letters, oldest first. In a transaction, locks them and skips those that are already locked.
 */
export async function findDeadLetters(
  db: Db | Trx,
  { ids, queue }: DeadLetterFilter,
  limit: number,
): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select source_root_id as id, source_name as queue, data as payload,
      coalesce(source_output ->> 'message', source_output::text, '') as error,
      source_retry_count + 1 as attempts, source_created_on as enqueued_at, created_on as failed_at,
      keep_until as kept_until, id as row_id
    from pgboss.job
    where name = ${DEAD_LETTERS} and state = 'created'
      and (${ids ? [...ids] : null}::uuid[] is null or source_root_id = any(${ids ? [...ids] : null}::uuid[]))
      and (${queue ?? null}::text is null or source_name = ${queue ?? null}::text)
    order by created_on, id limit ${limit} ${db.isTransaction ? sql`for update skip locked` : sql``}`.execute(
    db,
  );
  return rows;
}

export async function countDeadLetters(db: Db): Promise<Array<{ queue: string; count: number }>> {
  const { rows } = await sql<{ queue: string; count: number }>`
    select source_name as queue, count(*)::int as count from pgboss.job
    where name = ${DEAD_LETTERS} and state = 'created' group by 1 order by 1`.execute(db);
  return rows;
}

/**
 * Deletes the finished jobs and dead letters that contain an email address. A job that hasn't run yet is
 * deleted within an hour after it runs, whether it succeeds or fails.
 */
export async function eraseAddress(trx: Trx, email: string): Promise<void> {
  const hasAddress = sql`strpos(lower(data::text), ${JSON.stringify(email.toLowerCase())}) > 0`;
  await sql`
    delete from pgboss.job
    where ${hasAddress} and (name = ${DEAD_LETTERS} or state in ('completed', 'cancelled', 'failed'))`.execute(
    trx,
  );
  await sql`update pgboss.job set deletion_seconds = 1, dead_letter = null where ${hasAddress}`.execute(trx);
}
