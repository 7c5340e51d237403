import { type Kysely, sql } from 'kysely';

/** Each line of a stored quote says whether affiliates earn on it, so that no reader has to know the kinds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Until now: every recurring line, and the cards that a company adds, which are charged once.
  await sql`update purchases set quote = jsonb_set(quote, '{lines}', (
      select coalesce(jsonb_agg(
        line || jsonb_build_object('commissionable', kind = 'company-seats' or (line->>'recurring')::boolean)
        order by position), '[]')
      from jsonb_array_elements(quote->'lines') with ordinality as lines (line, position)
    ))`.execute(db);
}
