import { type Kysely, sql } from 'kysely';

/** Affiliates are emailed once a month about money that waits for a tax form or a bank account (D67). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column payout_held_month text`.execute(db);
}
