import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('companies')
    .renameColumn('told_seats_revision', 'synced_seats_revision')
    .execute();
  await sql`alter index companies_seats_untold rename to companies_seats_unsynced`.execute(db);

  await db.schema.alterTable('stripe_event_look').renameTo('stripe_event_polls').execute();
  await db.schema.alterTable('stripe_event_polls').renameColumn('begun_at', 'started_at').execute();
  await sql`alter index stripe_event_look_pkey rename to stripe_event_polls_pkey`.execute(db);
  await sql`alter table stripe_event_polls
    rename constraint stripe_event_look_id_check to stripe_event_polls_id_check`.execute(db);

  // The process that charges a purchase updates it repeatedly. It is not the start of an attempt.
  await db.schema.alterTable('purchases').renameColumn('attempted_at', 'heartbeat_at').execute();

  await db.schema.alterTable('payout_batches').renameColumn('made_at', 'created_at').execute();
  await db.schema.alterTable('setting_changes').renameColumn('former', 'previous_value').execute();
}
