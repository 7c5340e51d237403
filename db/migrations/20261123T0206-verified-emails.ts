import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('accounts').addColumn('email_verified_at', 'timestamptz').execute();
  // Existing accounts count as verified (D58).
  await sql`update accounts set email_verified_at = now()`.execute(db);
}
