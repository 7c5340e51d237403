import { type Kysely, sql } from 'kysely';

/** The next version of a policy, contract, or FAQ, before staff publish it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table text_drafts (
    type text primary key,
    html text not null,
    -- The published version from which the draft was started; 0 if there was none.
    base_version int4 not null,
    -- Changes with each save, so that nobody overwrites a text that they haven't seen.
    revision uuid not null,
    saved_at timestamptz not null,
    saved_by uuid references accounts (id)
  )`.execute(db);
}
