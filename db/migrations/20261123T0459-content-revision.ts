import { type Kysely, sql } from 'kysely';

/**
 * A single row whose value changes whenever staff publish something, so that a process can tell whether its
 * pages are current.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_revision (
    is_only_row boolean primary key default true check (is_only_row),
    revision uuid not null default gen_random_uuid()
  )`.execute(db);
  await sql`insert into content_revision default values`.execute(db);
  // A random value, because a counter could repeat after a backup is restored. The row's lock makes revisions
  // visible in the order of their commits.
  await sql`create function content_changed() returns trigger language plpgsql as $$
    begin
      update content_revision set revision = gen_random_uuid();
      return null;
    end $$`.execute(db);
  // Per row, so that a statement that changes no rows, like most of the seed's, doesn't change the revision.
  for (const table of ['settings', 'plans', 'policies', 'help_texts']) {
    await sql`create trigger content_changed after insert or update or delete on ${sql.table(table)}
      for each row execute function content_changed()`.execute(db);
  }
}
