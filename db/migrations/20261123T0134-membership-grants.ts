import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Separate from `period_end`, because a sync of Stripe's paid invoices would overwrite a grant (D26).
  await sql`alter table subscriptions add column granted_until timestamptz`.execute(db);
  // Generated, so that every query and the wallet-pass trigger agree on when the subscription expires.
  await sql`alter table subscriptions add column expires_at timestamptz not null
    generated always as (greatest(period_end, granted_until)) stored`.execute(db);
  await sql`drop trigger subscriptions_changed on subscriptions`.execute(db);
  await sql`create trigger subscriptions_changed after update on subscriptions
    for each row
    when ((old.status, old.expires_at, old.ended_at) is distinct from (new.status, new.expires_at, new.ended_at))
    execute function wallet_passes_of_subscription()`.execute(db);
  // What an action changed: {"before": …, "after": …}. Null for an action that changes no single value.
  await sql`alter table audit_log add column change jsonb`.execute(db);
}
