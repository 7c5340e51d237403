import { sql } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './database.ts';

/**
 * Updates statistics and visibility maps after a bulk write, for all tables unless some are named. The embedded
 * database never does this by itself. Not allowed inside a transaction.
 */
export async function vacuum(db: Db, tables: ReadonlyArray<keyof Database> = []): Promise<void> {
  await db.connection().execute(async (connection) => {
    // A large table takes longer than the statement timeout for visitors.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
