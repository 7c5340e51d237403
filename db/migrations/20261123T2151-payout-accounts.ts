import { type Kysely, sql } from 'kysely';

/** Affiliates' bank accounts, and the files that instruct the bank to pay them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table payout_accounts (
    account_id uuid not null references accounts (id),
    id uuid not null unique,
    routing_number text not null,
    kind text not null check (kind in ('checking', 'savings')),
    holder_name text not null,
    encrypted_number text not null,
    last4 text not null,
    created_at timestamptz not null,
    usable_from timestamptz not null,
    superseded_at timestamptz,
    returned_at timestamptz,
    return_reason text,
    primary key (account_id, id)
  )`.execute(db);
  // The current account.
  await sql`create unique index payout_accounts_current on payout_accounts (account_id)
    where superseded_at is null`.execute(db);
  await sql`create trigger refuse_deleted_account before insert on payout_accounts
    for each row execute function refuse_deleted_account()`.execute(db);

  // Null for months that were paid in another way, so that no bank file pays them again.
  await sql`alter table payout_batches add column pays_by_bank boolean`.execute(db);
  await sql`create table bank_files (
    id uuid primary key,
    batch_id uuid not null references payout_batches (id),
    number int2 not null,
    encrypted_content text not null,
    payment_count int4 not null,
    total_cents int8 not null,
    created_by uuid not null references accounts (id),
    created_at timestamptz not null,
    unique (batch_id, number)
  )`.execute(db);
  await sql`create table bank_file_payments (
    bank_file_id uuid not null references bank_files (id),
    payout_id uuid not null references payouts (id),
    payout_account_id uuid not null,
    last4 text not null,
    returned_at timestamptz,
    return_reason text,
    primary key (bank_file_id, payout_id)
  )`.execute(db);
  // A payout can be in another file only after the bank has returned it.
  await sql`create unique index bank_file_payments_once on bank_file_payments (payout_id)
    where returned_at is null`.execute(db);
  // Finds the files that contain a payout.
  await sql`create index bank_file_payments_payout on bank_file_payments (payout_id)`.execute(db);
}
