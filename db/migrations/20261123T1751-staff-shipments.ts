import { type Kysely, sql } from 'kysely';

/**
 * Physical cards are printed in runs, and may be returned after they are sent. Messages record who answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('card_print_runs')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('printed_at', 'timestamptz', (c) => c.notNull())
    .addColumn('printed_by', 'uuid', (c) => c.references('accounts.id'))
    .addColumn('cards', 'int4', (c) => c.notNull())
    .execute();
  // Lists the latest runs.
  await sql`create index card_print_runs_printed on card_print_runs (printed_at, id)`.execute(db);

  await db.schema
    .alterTable('physical_card_requests')
    .addColumn('print_run_id', 'uuid', (c) => c.references('card_print_runs.id'))
    .addColumn('returned_at', 'timestamptz')
    .execute();
  // Lists the cards of a print run.
  await sql`create index physical_card_requests_run on physical_card_requests (print_run_id)
    where print_run_id is not null`.execute(db);

  await db.schema
    .alterTable('messages')
    .addColumn('answered_at', 'timestamptz')
    .addColumn('answered_by', 'uuid', (c) => c.references('accounts.id'))
    .execute();
}
