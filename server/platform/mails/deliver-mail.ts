import { retryDuringOutage } from '#db/outage.ts';
import type { SellerContact } from '../../lib/support-contact.ts';
import { isDeletedEmail } from '../../lib/text.ts';
import type { Deps } from '../deps.ts';
import {
  AddressRejectedError,
  type MailAttachment,
  UndeliverableMailError,
} from '../integrations/mailer/mailer.ts';
import { countMail } from '../monitoring/metrics.ts';
import { traced } from '../monitoring/tracing.ts';
import { isSuppressed } from './mail-purpose.ts';
import { getMailPurpose, renderStoredMail, type UnparsedMail } from './mail-registry.ts';
import { deleteMailsSentBefore, findMailState, insertSentMail } from './sent-mail.repository.ts';
import { deleteSuppressions, findReasons, insertSuppression } from './suppression.repository.ts';

type MailDeps = Pick<Deps, 'config' | 'db' | 'log' | 'mailer' | 'now'>;

/** Longer than the queue keeps a job. Otherwise, a job could be retried after its record was deleted. */
const RECORD_RETENTION_MS = 30 * 86_400_000;

/**
 * Sends a stored email once per job, unless its address is suppressed or was erased with its account. Throws
 * if a retry may help. An email that the mail server refuses for good is logged and recorded, so it isn't
 * sent again. The job's id becomes the Message-ID: if the process dies before it records that the email was
 * sent, mail servers can recognize the duplicate.
 */
export async function deliverMail(
  { config, db, log, mailer, now }: MailDeps,
  seller: SellerContact,
  storedMail: UnparsedMail,
  jobId: string,
  findAttachments: () => Promise<MailAttachment[]> = async () => [],
): Promise<void> {
  const { isSent, accountId } = await findMailState(db, { jobId, to: storedMail.to });
  if (isSent) return;
  const reasons = await findReasons(db, storedMail.to);
  if (isSuppressed(getMailPurpose(storedMail.mail), reasons)) {
    countMail('suppressed');
    log.info({ mail: storedMail.mail, job: jobId, reasons }, 'mail suppressed');
    await insertSentMail(db, {
      ...toRecord(storedMail, jobId, now()),
      accountId,
      subject: null,
      outcome: 'suppressed',
    });
    return;
  }
  if (isDeletedEmail(storedMail.to)) return;
  const attachments = await findAttachments();
  const renderedMail = renderStoredMail(storedMail, { publicUrl: config.publicUrl, seller });
  // Prepare the record before sending: a crash between sending and recording would send the email twice.
  const record = { ...toRecord(storedMail, jobId, now()), subject: renderedMail.subject, accountId };
  try {
    await traced('send mail', () =>
      mailer.send({ to: storedMail.to, ...renderedMail, attachments, messageId: jobId }),
    );
  } catch (error) {
    const isFinal = error instanceof UndeliverableMailError;
    countMail(isFinal ? 'refused' : 'failed');
    if (!isFinal) throw error;
    log.warn({ err: error, mail: storedMail.mail, job: jobId }, 'mail refused');
    if (error instanceof AddressRejectedError && getMailPurpose(storedMail.mail) !== 'staff') {
      await insertSuppression(db, { email: storedMail.to, reason: 'rejected', suppressedAt: now() });
    }
    await insertSentMail(db, { ...record, outcome: 'refused' });
    return;
  }
  countMail('sent');
  await retryDuringOutage(() => insertSentMail(db, record));
  // The mail server accepted an address that it had rejected before.
  if (reasons.includes('rejected')) await deleteSuppressions(db, storedMail.to, ['rejected']);
}

function toRecord({ mail, to }: UnparsedMail, jobId: string, sentAt: Date) {
  // We promise the owner of a deleted account that we no longer have the address.
  const recipient = mail === 'account-deleted' ? null : to.toLowerCase();
  return { jobId, sentAt, mail, recipient };
}

export async function deleteOldMailRecords({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsSentBefore(db, new Date(now().getTime() - RECORD_RETENTION_MS));
}
