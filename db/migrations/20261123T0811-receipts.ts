import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db);
  // The card is null for existing payments, which were charged to the purchase's card.
  await sql`alter table payments
    add column account_id uuid references accounts (id),
    add column card_brand text,
    add column card_last4 text`.execute(db);
  await sql`update payments set account_id = purchases.account_id from purchases
    where purchases.id = payments.purchase_id and purchases.account_id is not null`.execute(db);
  // The list of receipts reads an account's payments a page at a time, newest first.
  await sql`create index payments_account on payments (account_id, paid_at desc, id desc)
    where account_id is not null`.execute(db);
  // The list of receipts looks up the refunds of each of an account's purchases. Most purchases have several
  // other entries but no refunds.
  await sql`create index ledger_entries_returned on ledger_entries (purchase_id)
    where kind in ('refund', 'returns', 'dispute')`.execute(db);
  // Finds a guest's purchases of replacement cards when an account claims the membership.
  await sql`create index purchases_of_membership on purchases ((cart->>'membershipId'))
    where account_id is null and cart->>'membershipId' is not null`.execute(db);
}
