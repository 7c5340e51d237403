import { type Kysely, sql } from 'kysely';

/** An affiliate's first sales are emailed one by one, later ones once a day (D67). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table commissions add column has_own_mail boolean not null default false`.execute(db);
  // Counted at each sale, and few: the index has at most a handful of rows for each affiliate.
  await sql`create index commissions_own_mail on commissions (affiliate_id) where has_own_mail`.execute(db);
}
