import { addRehearsalNotice, REHEARSAL_NOTICE } from '../../../lib/rehearsal.ts';
import type { Mailer } from './mailer.ts';

/** Marks every mail, because a rehearsal may send to real addresses (D45). */
export function createRehearsalMailer(mailer: Mailer): Mailer {
  return {
    isStandIn: mailer.isStandIn,
    send: (mail) =>
      mailer.send({
        ...mail,
        subject: `[Rehearsal] ${mail.subject}`,
        text: `${REHEARSAL_NOTICE}\n\n${mail.text}`,
        html: addRehearsalNotice(mail.html, 'mail'),
      }),
  };
}
