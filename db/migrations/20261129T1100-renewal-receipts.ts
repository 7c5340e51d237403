import { type Kysely, sql } from 'kysely';

/** Lets payers turn off the receipts of renewals (D67). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_suppressions drop constraint mail_suppressions_reason_check,
    add constraint mail_suppressions_reason_check check
      (reason in ('rejected', 'staff', 'unsubscribed', 'no-shipping-notices', 'no-renewal-receipts'))`.execute(
    db,
  );
}
