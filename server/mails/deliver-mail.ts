import type { Deps } from '../deps.ts';
import { MailRefusedError } from '../integrations/mailer/mailer.ts';
import type { SupportContact } from '../lib/support-contact.ts';
import { renderStoredMail, type StoredMail } from './mail-registry.ts';

/**
 * Renders and sends a stored email. Throws if a retry may help; an email that can never be sent is only logged.
 * The job's id becomes the Message-ID, so mail servers can recognize a second copy after a retry.
 */
export async function deliverMail(
  { config, log, mailer }: Pick<Deps, 'config' | 'log' | 'mailer'>,
  support: SupportContact,
  stored: StoredMail,
  jobId: string,
): Promise<void> {
  const rendered = renderStoredMail(stored, { publicUrl: config.publicUrl, support });
  try {
    await mailer.send({ to: stored.to, ...rendered, messageId: jobId });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    log.warn({ err: error, mail: stored.mail, job: jobId }, 'mail refused');
  }
}
