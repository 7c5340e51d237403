import { type Kysely, sql } from 'kysely';

/** One row for each of Stripe's lists that we read: events, and now balance transactions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('stripe_event_polls').renameTo('stripe_polls').execute();
  await sql`alter table stripe_polls add column list text not null default 'events'`.execute(db);
  await sql`alter table stripe_polls alter column list drop default, drop column id,
    add constraint stripe_polls_pkey primary key (list),
    add constraint stripe_polls_list check (list in ('events', 'balance transactions'))`.execute(db);
}
