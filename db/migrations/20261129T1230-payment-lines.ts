import { type Kysely, sql } from 'kysely';
import { guardTable, type RowGuard } from '../guard-table.ts';

const PAYMENTS: RowGuard = {
  changes: [
    ...['account_id', 'provider_payment_id', 'amount_cents', 'refunded_cents', 'refund_version'],
    ...['disputed_cents', 'is_dispute_lost', 'payer_name', 'po_number'],
  ],
  deletes: false,
};

/**
 * Receipts list what was charged, and tell a dispute from a refund. Earlier payments have no lines: what was
 * bought determines their receipts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payments
    add column lines jsonb,
    add column disputed_cents integer not null default 0,
    add column is_dispute_lost boolean`.execute(db);
  await sql`update payments set disputed_cents = least(refunded_cents, disputes.cents)
    from (
      select entries.payment_id, -sum(postings.amount_cents) as cents
      from ledger_entries entries join ledger_postings postings on postings.entry_id = entries.id
      where entries.kind = 'dispute' and postings.account = 'in transit'
      group by entries.payment_id
    ) disputes
    where disputes.payment_id = payments.id and disputes.cents > 0`.execute(db);
  await guardTable(db, 'payments', PAYMENTS);
}
