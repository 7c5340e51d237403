import type { Db } from '#db/client.ts';

export async function isMailSent(db: Db, jobId: string): Promise<boolean> {
  const row = await db.selectFrom('sentMails').select('jobId').where('jobId', '=', jobId).executeTakeFirst();
  return row !== undefined;
}

export async function insertSentMail(db: Db, jobId: string, sentAt: Date): Promise<void> {
  await db
    .insertInto('sentMails')
    .values({ jobId, sentAt })
    .onConflict((conflict) => conflict.column('jobId').doNothing())
    .execute();
}

export async function deleteMailsSentBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('sentMails').where('sentAt', '<', instant).execute();
}
