import { type Kysely, sql } from 'kysely';

/** Staff open the console with a passkey (D57). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkeys (
    id uuid primary key,
    account_id uuid not null references accounts (id),
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text[] not null,
    name text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  )`.execute(db);
  await sql`create index passkeys_account on passkeys (account_id)`.execute(db);
  await sql`create trigger refuse_deleted_account before insert on passkeys
    for each row execute function refuse_deleted_account()`.execute(db);
  await sql`alter table sessions
    add column passkey_at timestamptz,
    add column is_from_staff_token boolean not null default false`.execute(db);
  // Row triggers don't fire on truncate.
  await sql`create trigger audit_log_not_truncated before truncate on audit_log
    execute function audit_log_is_final()`.execute(db);
}
