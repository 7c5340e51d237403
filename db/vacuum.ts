import { sql } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './database.ts';

/**
 * Updates statistics and visibility maps after a bulk write, for the given tables or all. PGlite has no
 * autovacuum. Must run outside a transaction.
 */
export async function vacuum(db: Db, tables: ReadonlyArray<keyof Database> = []): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Vacuuming a large table can take longer than the default statement timeout.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
