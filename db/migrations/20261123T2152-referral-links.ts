import { type Kysely, sql } from 'kysely';

/** An affiliate's named links, such as `?ref=CODE&c=spring`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table referral_links (
    account_id uuid not null references accounts (id),
    name text not null check (name ~ '^[a-z0-9-]{1,30}$'),
    created_at timestamptz not null,
    primary key (account_id, name)
  )`.execute(db);
  await sql`create trigger refuse_deleted_account before insert on referral_links
    for each row execute function refuse_deleted_account()`.execute(db);
  // `referral_visits` includes these visits.
  await sql`create table referral_link_visits (
    affiliate_id uuid not null references accounts (id),
    link text not null,
    day date not null,
    visits int4 not null,
    primary key (affiliate_id, link, day)
  )`.execute(db);
  await sql`alter table purchases add column referral_link text`.execute(db);
}
