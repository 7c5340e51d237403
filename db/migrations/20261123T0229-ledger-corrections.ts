import { type Kysely, sql } from 'kysely';

/** Postings are final, so `npm run purchases -- correct` adds the difference to Stripe's figures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_entries drop constraint ledger_entries_kind`.execute(db);
  await sql`alter table ledger_entries add constraint ledger_entries_kind check (kind in ('payment', 'refund',
    'refund failure', 'dispute', 'returns', 'returns reversal', 'balance transaction', 'commission', 'payout',
    'payment correction', 'balance correction'))`.execute(db);
}
