import { type Kysely, sql } from 'kysely';

/**
 * Lets staff see which emails were sent to an address, including a guest's, and which were refused or
 * suppressed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sent_mails add column recipient text, add column mail text,
    add column outcome text not null default 'sent'
      constraint sent_mails_outcome check (outcome in ('sent', 'refused', 'suppressed'))`.execute(db);
  // Records are deleted after 30 days, so building the index takes only a moment.
  await sql`create index sent_mails_recipient on sent_mails (recipient, sent_at)
    where recipient is not null`.execute(db);
}
