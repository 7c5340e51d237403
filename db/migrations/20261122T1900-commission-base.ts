import { type Kysely, sql } from 'kysely';

/**
 * Each line of a stored quote states whether affiliates earn on it, so that readers needn't know its kind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Before this, affiliates earned on recurring lines and on cards that a company added, which are charged
  // once.
  await sql`update purchases set quote = jsonb_set(quote, '{lines}', (
      select coalesce(jsonb_agg(
        line || jsonb_build_object('commissionable', kind = 'company-seats' or (line->>'recurring')::boolean)
        order by position), '[]')
      from jsonb_array_elements(quote->'lines') with ordinality as lines (line, position)
    ))`.execute(db);
}
