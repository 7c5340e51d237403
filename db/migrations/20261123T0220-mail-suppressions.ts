import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/** Addresses that get no email, or no newsletter. An address can have several reasons. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_suppressions')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) =>
      c.notNull().check(sql`reason in ('rejected', 'staff', 'unsubscribed')`),
    )
    .addColumn('suppressed_at', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('mail_suppressions_pkey', ['email', 'reason'])
    .execute();
}
