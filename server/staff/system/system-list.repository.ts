import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { DeadLetter } from '../../platform/jobs/dead-letter.repository.ts';
import { type KeyedRow, type ListRequest, type ReadList, readPage, sortBy } from '../kit/list.repository.ts';

const RECEIVED = sortBy(sql.ref('stripeEvents.receivedAt'), 'timestamptz');
const EVENT_ID = sortBy(sql.ref('stripeEvents.id'), 'text');
const isEventId = (search: string) => search.startsWith('evt_');

export const readWebhooks: ReadList = (db, request) => {
  const { search, filters } = request;
  let query = db
    .selectFrom('stripeEvents')
    .select([
      'stripeEvents.id as event',
      'stripeEvents.receivedAt as received',
      'stripeEvents.type',
      'stripeEvents.objectId as object',
      'stripeEvents.outcome',
      'stripeEvents.failures',
      'stripeEvents.reason',
    ]);
  if (search !== '') {
    query = query.where(isEventId(search) ? 'stripeEvents.id' : 'stripeEvents.objectId', '=', search);
  }
  if (filters.outcome) query = query.where(sql<boolean>`stripe_events.outcome = ${filters.outcome}`);
  return readPage(query, { received: RECEIVED }, EVENT_ID, request);
};

const FAILED = sortBy(sql.ref('letters.failedAt'), 'timestamptz');
const JOB_ID = sortBy(sql.ref('letters.id'), 'uuid');
const isJobId = (search: string) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(search);

type FailedJobRow = KeyedRow &
  Pick<DeadLetter, 'queue' | 'payload' | 'error' | 'attempts'> & { failed: Date };

/** Reads failed jobs with their whole payload. The caller must mask it. */
export async function findFailedJobs(db: Db, request: ListRequest): Promise<FailedJobRow[]> {
  const { search } = request;
  let query = db
    .selectFrom(
      sql<DeadLetter>`(select source_root_id as id, source_name as queue, data as payload,
        coalesce(source_output ->> 'message', source_output::text, '') as error,
        source_retry_count + 1 as attempts, created_on as failed_at
        from pgboss.job where name = 'dead-letters' and state = 'created')`.as('letters'),
    )
    .select([
      'letters.queue',
      'letters.payload',
      'letters.error',
      'letters.attempts',
      'letters.failedAt as failed',
    ]);
  if (search !== '') query = query.where(isJobId(search) ? 'letters.id' : 'letters.queue', '=', search);
  return readPage(query, { failed: FAILED }, JOB_ID, request);
}
