import { sql } from 'kysely';
import { type Db, inTransaction, type Trx } from '#db/client.ts';

/**
 * Changes rows that the database's guards protect, as a defect or the restore of an older backup might. Foreign
 * keys aren't checked either.
 */
export async function withoutTriggers(db: Db, change: (trx: Trx) => Promise<unknown>): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await change(trx);
  });
}
