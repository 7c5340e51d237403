import { type Kysely, sql } from 'kysely';

/** The outcome of each Stripe event. Null for events received by earlier releases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stripe_events
    add column outcome text check (outcome in ('pending', 'applied', 'ignored', 'failed')),
    -- Why it was ignored, or the last error.
    add column reason text,
    add column failures int4 not null default 0,
    add column settled_at timestamptz,
    -- The job that applies it, which finds the event by its own id.
    add column job_id uuid`.execute(db);
  await sql`create unique index stripe_events_job on stripe_events (job_id)`.execute(db);
  // Staff list the few events that still need attention.
  await sql`create index stripe_events_unsettled on stripe_events (received_at)
    where outcome in ('pending', 'failed')`.execute(db);
}
