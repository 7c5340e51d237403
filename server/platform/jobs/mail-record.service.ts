import { inTransaction } from '#db/client.ts';
import type { MailOutcome } from '#db/tables/content.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../deps.ts';
import { findMailsTo } from '../mails/sent-mail.repository.ts';
import { recordAudit, type StaffAuthor } from '../monitoring/audit.service.ts';
import { settleDeadLetters } from './dead-letter.service.ts';

/** An email to one address, and its state. */
export interface MailRecord {
  /** The id of its job. */
  id: string;
  /** The type of the email. Null for a record from before types were recorded. */
  mail: string | null;
  subject: string | null;
  state: MailOutcome | 'waiting' | 'failed';
  at: Date;
}

/** Returns the emails to an address, newest first. Records are kept for 30 days. */
export async function listMailsTo(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  email: string,
  limit: number,
): Promise<MailRecord[]> {
  const [sent, open] = await Promise.all([findMailsTo(db, email, limit), jobs.mails.listOpen(email, limit)]);
  return [
    ...open.map(({ id, mail, hasFailed, at }): MailRecord => {
      return { id, mail, subject: null, state: hasFailed ? 'failed' : 'waiting', at };
    }),
    ...sent.map(({ jobId, outcome, sentAt, ...rest }): MailRecord => {
      return { ...rest, id: jobId, state: outcome, at: sentAt };
    }),
  ]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, limit);
}

/**
 * Sends an email again, to the same address and with new signed links. An email that failed for good is
 * retried under its own id. Throws MAIL_GONE if the queue no longer has its content, and MAIL_WAITING if it
 * is still waiting to be sent.
 */
export async function resendMail(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  id: string,
  action: StaffAuthor,
): Promise<void> {
  const job = await deps.jobs.mails.find(id);
  if (!job) throw new AppError('MAIL_GONE');
  if (job.state === 'waiting') throw new AppError('MAIL_WAITING');
  if (job.state === 'failed') {
    await settleDeadLetters(deps, { ids: [id] }, action, 'retry');
    return;
  }
  await inTransaction(deps.db, async (trx) => {
    await deps.jobs.mails.repeat(trx, job);
    await recordAudit(trx, {
      actorId: action.actorId,
      action: 'mail.resend',
      subject: `mail:${id}`,
      reason: action.reason,
      at: deps.now(),
    });
  });
}
