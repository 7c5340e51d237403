import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';

/** Payers of monthly plans are reminded once a year of what they pay (D67). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The default is for servers of an earlier release.
  await sql`alter table subscriptions add column started_at timestamptz not null default now()`.execute(db);
  await sql`update subscriptions set started_at = coalesce(settled_at, created_at) from purchases
    where purchases.id = purchase_id`.execute(db);
  await guardTable(db, 'subscriptions', {
    changes: [
      ...['account_id', 'status', 'period_start', 'period_end', 'granted_until', 'canceled_at'],
      ...['cancel_reason', 'ended_at', 'version', 'past_due_since', 'card_brand', 'card_last4'],
      ...['card_expires_at', 'owed_cents', 'plan_quote', 'next_plan_quote', 'next_plan_from'],
      ...['plan_revision', 'synced_plan_revision'],
    ],
    deletes: false,
  });
  // An hourly job reads the few renewals of monthly plans with which another year begins.
  await sql`create index subscriptions_anniversaries on subscriptions (period_end, id)
    where period_end - period_start <= interval '200 days'
      and period_end - started_at > interval '200 days'
      and extract(month from period_end at time zone 'UTC') = extract(month from started_at at time zone 'UTC')
      and provider_id is not null and canceled_at is null and ended_at is null`.execute(db);
}
