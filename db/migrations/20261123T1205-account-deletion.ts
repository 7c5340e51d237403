import { type Kysely, sql } from 'kysely';

/**
 * A deleted account keeps its row without personal data, because payments and tax records refer to it. A sent
 * email records its account, so that the owner can download the list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column deleted_at timestamptz`.execute(db);
  await sql`alter table sent_mails add column account_id uuid, add column subject text`.execute(db);
  // Finds an account's emails for a download or a deletion.
  await sql`create index sent_mails_account on sent_mails (account_id) where account_id is not null`.execute(
    db,
  );
}
