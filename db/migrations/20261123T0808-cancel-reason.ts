import type { Kysely } from 'kysely';

/** Why the owner canceled. Null if they didn't say, or haven't canceled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('subscriptions').addColumn('cancel_reason', 'text').execute();
}
