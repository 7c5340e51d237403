import type { Kysely } from 'kysely';

/** Why a purchase failed. Null if it failed before this column existed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('purchases').addColumn('failure_code', 'text').execute();
}
