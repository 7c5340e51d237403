import { getPublicSettings } from '../content/content.service.ts';
import type { Deps } from '../deps.ts';
import { MailRefusedError } from '../integrations/mailer/mailer.ts';
import { supportContactOf } from '../lib/support-contact.ts';
import { renderStoredMail } from './mail-registry.ts';

/**
 * Renders a mail of the outbox and sends it. Throws where trying again may help; a mail that can never be sent is
 * logged and done with. The job's id becomes the Message-ID, so that a second sending can be told for one.
 */
export async function deliverMail(
  { config, db, log, mailer }: Pick<Deps, 'config' | 'db' | 'log' | 'mailer'>,
  { mail, to, props }: { mail: string; to: string; props: unknown },
  jobId: string,
): Promise<void> {
  const support = supportContactOf(await getPublicSettings(db));
  const rendered = renderStoredMail(mail, props, { publicUrl: config.publicUrl, support });
  try {
    await mailer.send({ to, ...rendered, messageId: jobId });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    log.warn({ err: error, mail, job: jobId }, 'mail refused');
  }
}
