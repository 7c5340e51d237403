import type { Kysely } from 'kysely';

/** Accepted emails by job id, so that a job that runs again doesn't send its email twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sent_mails')
    .addColumn('job_id', 'text', (column) => column.primaryKey())
    .addColumn('sent_at', 'timestamptz', (column) => column.notNull())
    .execute();
  // Old rows are deleted by their date.
  await db.schema.createIndex('sent_mails_sent_at').on('sent_mails').column('sent_at').execute();
}
