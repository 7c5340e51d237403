import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the whole file shows about how to read it. Null until the dry run has read it once.
  await db.schema.alterTable('imports').addColumn('survey', 'jsonb').execute();
}
