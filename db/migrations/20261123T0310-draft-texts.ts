import { type Kysely, sql } from 'kysely';

const NOTICE = '<p><strong>Draft, version 1, for review by counsel.</strong></p>';

/** Adds a draft flag to each version, which replaces a notice at the start of its text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['contracts', 'policies', 'help_texts']) {
    const texts = sql.table(table);
    await sql`alter table ${texts} add column is_draft boolean not null default false`.execute(db);
    await sql`update ${texts} set is_draft = true where starts_with(html, ${NOTICE})`.execute(db);
    // Accepted versions must not change, so the text without the notice is a new version.
    await sql`insert into ${texts} (type, version, html, published_at, is_draft)
      select type, version + 1, ltrim(substr(html, length(${NOTICE}::text) + 1), e'\n'), now(), true
      from ${texts} as newest
      where is_draft and version = (select max(version) from ${texts} as other where other.type = newest.type)`.execute(
      db,
    );
  }
}
