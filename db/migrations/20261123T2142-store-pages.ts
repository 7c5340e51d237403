import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Plain text.
  await sql`alter table businesses add column description text`.execute(db);
  // Seven entries, starting with Monday. Null if unknown.
  await sql`alter table stores add column hours jsonb`.execute(db);
  await sql`create table business_photos (
    id uuid primary key,
    business_id uuid not null references businesses (id) on delete cascade,
    position int2 not null check (position between 1 and 6),
    file text not null,
    alt text,
    width int2 not null,
    height int2 not null,
    -- Reordering changes several rows one after the other.
    unique (business_id, position) deferrable initially deferred
  )`.execute(db);
  await sql`create table favorites (
    account_id uuid not null references accounts (id),
    business_id uuid not null references businesses (id) on delete cascade,
    created_at timestamptz not null,
    primary key (account_id, business_id)
  )`.execute(db);
  await sql`create trigger refuse_deleted_account before insert on favorites
    for each row execute function refuse_deleted_account()`.execute(db);
}
