import { retryDuringOutage } from '#db/outage.ts';
import type { Deps } from '../deps.ts';
import { MailRefusedError } from '../integrations/mailer/mailer.ts';
import type { SupportContact } from '../lib/support-contact.ts';
import { renderStoredMail, type UnparsedMail } from './mail-registry.ts';
import { deleteMailsSentBefore, insertSentMail, isMailSent } from './sent-mail.repository.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'now'>;

/** Longer than a job is kept, so that no job outlives its record. */
const RECORD_MS = 30 * 86_400_000;

/**
 * Renders and sends a stored email, once per job. Throws if a retry may help; an email that can never be sent is only
 * logged. The job's id becomes the Message-ID: if the process dies before it records that the email was sent, mail
 * servers can recognize the second copy.
 */
export async function deliverMail(
  { config, db, log, mailer, now }: MailDeps,
  support: SupportContact,
  stored: UnparsedMail,
  jobId: string,
): Promise<void> {
  if (await isMailSent(db, jobId)) return;
  const rendered = renderStoredMail(stored, { publicUrl: config.publicUrl, support });
  try {
    await mailer.send({ to: stored.to, ...rendered, messageId: jobId });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    log.warn({ err: error, mail: stored.mail, job: jobId }, 'mail refused');
  }
  await retryDuringOutage(() => insertSentMail(db, jobId, now()));
}

export async function deleteOldMailRecords({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsSentBefore(db, new Date(now().getTime() - RECORD_MS));
}
