import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** Returns every row of every table as text, including the job queue's and the migrations' tables. */
export async function databaseText(db: Db): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const texts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, E'\n') as text from ${sql.id(schema, name)} t`.execute(db);
    texts.push(`${schema}.${name}\n${rows[0]?.text ?? ''}`);
  }
  return texts.join('\n');
}
