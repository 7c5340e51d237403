import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { DEAD_LETTERS } from './dead-letter.repository.ts';

export interface QueueState {
  queue: string;
  /** The number of jobs by state, which pg-boss counts periodically. */
  counts: { ready: number; deferred: number; active: number; failed: number };
  /** When the oldest waiting job should have run; null if none is due. */
  oldestDueAt: Date | null;
}

interface QueueRow {
  name: string;
  ready: number;
  deferred: number;
  active: number;
  failed: number;
  oldest_due_at: Date | null;
}

/**
 * Returns each queue's job counts and the time of its oldest due job. That is never a bulk job (priority
 * below 0), which may wait for hours. The inner query's order matches pg-boss's index, so each queue costs
 * one index lookup.
 */
export async function readQueueStates(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueRow>`
    select q.name, q.ready_count as ready, q.deferred_count as deferred, q.active_count as active,
      q.failed_count as failed, oldest.start_after as oldest_due_at
    from pgboss.queue q
    left join lateral (
      select j.start_after from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
        and j.priority >= 0
      order by j.priority desc, j.created_on
      limit 1
    ) oldest on true
    where q.name <> ${DEAD_LETTERS}
    order by q.name`.execute(db.withoutPlugins());
  return rows.map(({ name, ready, deferred, active, failed, oldest_due_at }) => ({
    queue: name,
    counts: { ready, deferred, active, failed },
    oldestDueAt: oldest_due_at,
  }));
}
