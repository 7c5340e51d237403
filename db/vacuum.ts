import { sql } from 'kysely';
import type { Db } from './client.ts';
import type { Database } from './database.ts';

/**
 * Makes plans and index-only scans fit what the tables hold now; all tables where none are named. After much was
 * written: PostgreSQL comes to it by itself in time, the embedded database never does. Not inside a transaction.
 */
export async function vacuum(db: Db, tables: ReadonlyArray<keyof Database> = []): Promise<void> {
  await db.connection().execute(async (connection) => {
    // A large table takes longer than any statement of a visitor may.
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`vacuum (analyze) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
