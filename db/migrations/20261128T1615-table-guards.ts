import { type Kysely, sql } from 'kysely';
import { guardTable, type RowGuard } from '../guard-table.ts';

const NO_CHANGE: RowGuard = { changes: [], deletes: false };
const NO_DELETE: RowGuard = { changes: 'any', deletes: false };
const only = (...changes: string[]): RowGuard => ({ changes, deletes: false });

/** The tables whose rows are guarded. `db/table-guards.ts` has the reasons. */
const GUARDS: Record<string, RowGuard> = {
  accounts: NO_DELETE,
  affiliate_signups: only(
    ...['role', 'referrer_id', 'purchase_id', 'form', 'donates', 'signature', 'signed_at', 'ip'],
    'completed_at',
  ),
  agreements: NO_CHANGE,
  audit_log: NO_CHANGE,
  bank_file_payments: only('returned_at', 'return_reason'),
  bank_files: only('encrypted_content'),
  billing_notices: NO_CHANGE,
  business_plans: only('plan_id', 'programs', 'ended_at', 'listed_until'),
  card_print_runs: NO_CHANGE,
  commissions: NO_CHANGE,
  companies: NO_DELETE,
  company_cards: only(
    ...['email', 'phone', 'street1', 'street2', 'city', 'state', 'zip', 'country'],
    ...['invited_at', 'returned_at', 'ends_at'],
  ),
  contracts: NO_CHANGE,
  disputes: only('amount_cents', 'evidence_due_at', 'closed_at'),
  help_texts: NO_CHANGE,
  imported_memberships: only('external_id', 'external_number', 'row_digest', 'imported_at', 'invited_at'),
  ledger_entries: NO_CHANGE,
  ledger_postings: NO_CHANGE,
  memberships: only(
    ...['account_id', 'plan_id', 'firstname', 'lastname', 'spouse_firstname', 'spouse_lastname'],
    ...['family_members', 'ended_at', 'claimed_at'],
  ),
  payments: only(
    ...['account_id', 'provider_payment_id', 'amount_cents', 'refunded_cents', 'refund_version'],
    ...['payer_name', 'po_number'],
  ),
  payout_accounts: {
    changes: ['encrypted_number', 'superseded_at', 'returned_at', 'return_reason'],
    deletes: true,
  },
  payout_batches: NO_CHANGE,
  payout_lines: NO_CHANGE,
  payouts: NO_CHANGE,
  plan_upgrades: only('returned_at'),
  plans: NO_DELETE,
  policies: NO_CHANGE,
  promo_codes: NO_DELETE,
  promo_holds: only('status', 'held_at', 'card_fingerprint'),
  purchase_keys: only('purchase_id'),
  purchases: only(
    ...['account_id', 'status', 'attempt', 'cart', 'quote', 'total_cents', 'email'],
    ...['provider_customer_id', 'provider_subscription_id', 'provider_payment_id', 'payment_method_id'],
    ...['card_brand', 'card_last4', 'failure_code', 'failure_message', 'attempt_started_at', 'heartbeat_at'],
    ...['is_confirmable', 'is_off_session', 'is_charging', 'swept_at', 'settled_at'],
  ),
  reconciliations: NO_CHANGE,
  setting_changes: NO_CHANGE,
  subscriptions: only(
    ...[
      'account_id',
      'status',
      'period_start',
      'period_end',
      'granted_until',
      'canceled_at',
      'cancel_reason',
    ],
    ...['ended_at', 'version', 'past_due_since', 'card_brand', 'card_last4', 'card_expires_at', 'owed_cents'],
    ...['plan_quote', 'next_plan_quote', 'next_plan_from', 'plan_revision', 'synced_plan_revision'],
  ),
  tax_forms: only('encrypted_numbers', 'superseded_at'),
  used_tokens: { changes: [], deletes: true },
  webinar_rewards: only('recipient', 'email', 'detail', 'sent_at'),
};

/** Triggers and functions that guarded single tables. */
const OLDER_TRIGGERS: Record<string, string[]> = {
  agreements: ['agreements_final'],
  audit_log: ['audit_log_final', 'audit_log_not_truncated'],
  commissions: ['commissions_final'],
  ledger_entries: ['ledger_entries_final'],
  ledger_postings: ['ledger_postings_final'],
  payout_batches: ['payout_batches_final'],
  payout_lines: ['payout_lines_final'],
  payouts: ['payouts_final'],
};
const OLDER_FUNCTIONS = [
  ...['agreements_are_final', 'audit_log_is_final', 'commissions_are_final', 'ledger_entries_are_final'],
  ...['ledger_postings_are_final', 'payout_batches_are_final', 'payout_lines_are_final', 'payouts_are_final'],
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% cannot be changed: % refused', tg_table_name, tg_op
        using hint = 'db/table-guards.ts says what may change';
    end $$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
    order by relname`.execute(db);
  for (const { name } of tables) {
    await guardTable(db, name, GUARDS[name] ?? { changes: 'any', deletes: true });
  }
  for (const [table, triggers] of Object.entries(OLDER_TRIGGERS)) {
    for (const trigger of triggers)
      await sql`drop trigger ${sql.id(trigger)} on ${sql.table(table)}`.execute(db);
  }
  for (const name of OLDER_FUNCTIONS) await sql`drop function ${sql.id(name)}()`.execute(db);
}
