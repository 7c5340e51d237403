import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { DEAD_LETTERS } from './dead-letter.repository.ts';

/** The queues whose jobs send an email. */
const MAIL_QUEUES = ['mail', 'password-reset', 'verify-email'];

/** An email that wasn't sent yet, because its job is waiting or failed for good. */
export interface OpenMail {
  /** The job's original id. */
  id: string;
  mail: string | null;
  hasFailed: boolean;
  at: Date;
}

/**
 * Returns the unsent emails to an address, newest first. Leaves out newsletters, which may wait for hours.
 */
export async function findOpenMails(db: Db, recipient: string, limit: number): Promise<OpenMail[]> {
  const isTheirs = sql`lower(data ->> 'to') = ${recipient.toLowerCase()}`;
  const { rows } = await sql<OpenMail>`
    select coalesce(source_root_id, id) as id, data ->> 'mail' as mail, false as has_failed, created_on as at
    from pgboss.job
    where name = 'mail' and state < 'active' and not blocked and priority >= 0 and ${isTheirs}
    union all
    select source_root_id, data ->> 'mail', true, created_on
    from pgboss.job
    where name = ${DEAD_LETTERS} and state < 'active' and not blocked and source_name = 'mail' and ${isTheirs}
    order by at desc limit ${limit}`.execute(db);
  return rows;
}

export interface MailJob {
  queue: string;
  payload: unknown;
  state: 'waiting' | 'failed' | 'over';
}

/**
 * Finds an email's job by its original id, as long as the queue keeps it. An email that runs again has a job of
 * its own besides the failed one.
 */
export async function findMailJob(db: Db, id: string): Promise<MailJob | undefined> {
  const { rows } = await sql<MailJob>`
    select * from (
      select source_name as queue, data as payload, 'failed' as state
      from pgboss.job
      where name = ${DEAD_LETTERS} and state < 'active' and not blocked and source_root_id = ${id}::uuid
        and source_name = any(${MAIL_QUEUES}::text[])
      union all
      select name, data, case when state in ('completed', 'cancelled', 'failed') then 'over' else 'waiting' end
      from pgboss.job
      where name = any(${MAIL_QUEUES}::text[]) and ${id}::uuid in (id, source_root_id)
    ) as jobs
    order by array_position('{waiting,failed,over}', state) limit 1`.execute(db);
  return rows[0];
}
