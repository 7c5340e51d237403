import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether anybody else shows a picture, asked before its file is removed.
  await sql`create index businesses_uploaded_logo on businesses (logo) where logo like '/files/%'`.execute(
    db,
  );
}
