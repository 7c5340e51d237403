import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Used to check whether another business shows the same image before its file is deleted.
  await sql`create index businesses_uploaded_logo on businesses (logo) where logo like '/files/%'`.execute(
    db,
  );
}
