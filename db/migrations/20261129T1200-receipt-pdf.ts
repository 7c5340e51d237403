import { type Kysely, sql } from 'kysely';

/** Lets account owners get receipts as PDF attachments. Companies get them unless they turn them off (D67). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column receipt_pdf boolean not null default false`.execute(db);
  await sql`update accounts set receipt_pdf = true where id in (select account_id from companies)`.execute(
    db,
  );
}
