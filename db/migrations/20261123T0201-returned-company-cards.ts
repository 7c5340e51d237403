import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Null for existing cards. A refund of their purchase does not end them.
  await sql`alter table company_cards add column purchase_id uuid references purchases (id),
    add column returned_at timestamptz`.execute(db);
  // Finds the cards that a refund of a purchase ends.
  await sql`create index company_cards_purchase on company_cards (purchase_id)`.execute(db);
}
