import { type Kysely, sql } from 'kysely';

/** Lets companies remove cards at the end of the paid period, and add a PO number to their receipts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table companies add column po_number text, add column version integer not null default 1`.execute(
    db,
  );
  await db.schema.alterTable('company_cards').addColumn('ends_at', 'timestamptz').execute();
  await sql`alter table payments add column payer_name text, add column po_number text`.execute(db);
}
