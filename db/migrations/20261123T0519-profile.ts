import { type Kysely, sql } from 'kysely';

/** Adds what owners see about their sessions, and the email address that an account is changing to (D58). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions
    add column id uuid not null default gen_random_uuid(),
    add column device text,
    add column last_used_at timestamptz not null default now()`.execute(db);
  await sql`alter table accounts add column pending_email text`.execute(db);
}
