import { type Insertable, sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SentMailsTable } from '#db/tables/content.ts';

interface MailState {
  isSent: boolean;
  /** The account with the recipient's address, whose owner can download the list of sent emails. */
  accountId: string | null;
}

export async function findMailState(
  db: Db,
  { jobId, to }: { jobId: string; to: string },
): Promise<MailState> {
  const { sentJobId, accountId } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('sentMails').select('jobId').where('jobId', '=', jobId).as('sentJobId'),
      eb.selectFrom('accounts').select('id').where(sql`lower(email)`, '=', to.toLowerCase()).as('accountId'),
    ])
    .executeTakeFirstOrThrow();
  return { isSent: sentJobId !== null, accountId };
}

export async function insertSentMail(db: Db, mail: Insertable<SentMailsTable>): Promise<void> {
  await db
    .insertInto('sentMails')
    .values(mail)
    .onConflict((conflict) => conflict.column('jobId').doNothing())
    .execute();
}

/** Returns the emails to an address, newest first. Includes emails that were refused or suppressed. */
export async function findMailsTo(db: Db, recipient: string, limit: number) {
  return db
    .selectFrom('sentMails')
    .select(['jobId', 'mail', 'subject', 'outcome', 'sentAt'])
    .where('recipient', '=', recipient.toLowerCase())
    .orderBy('sentAt', 'desc')
    .limit(limit)
    .execute();
}

export async function findSentMail(db: Db, jobId: string) {
  return db
    .selectFrom('sentMails')
    .select(['mail', 'subject', 'recipient', 'outcome'])
    .where('jobId', '=', jobId)
    .executeTakeFirst();
}

export async function deleteMailsSentBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('sentMails').where('sentAt', '<', instant).execute();
}
