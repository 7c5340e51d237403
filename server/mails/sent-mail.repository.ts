import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export async function isMailSent(db: Db, jobId: string): Promise<boolean> {
  const row = await db.selectFrom('sentMails').select('jobId').where('jobId', '=', jobId).executeTakeFirst();
  return row !== undefined;
}

/** Records a sent email and the account with this address, whose owner can download the list. */
export async function insertSentMail(
  db: Db,
  { to, ...mail }: { jobId: string; sentAt: Date; to: string; subject: string },
): Promise<void> {
  await db
    .insertInto('sentMails')
    .values((eb) => ({
      ...mail,
      accountId: eb.selectFrom('accounts').select('id').where(sql`lower(email)`, '=', to.toLowerCase()),
    }))
    .onConflict((conflict) => conflict.column('jobId').doNothing())
    .execute();
}

export async function deleteMailsSentBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('sentMails').where('sentAt', '<', instant).execute();
}
