import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** One trip to the database; throws where it does not answer. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
