import type { Mailer, OutgoingMail } from '#server/platform/integrations/mailer/mailer.ts';

export interface RecordingMailer extends Mailer {
  readonly sent: OutgoingMail[];
}

/** Records mails in order without sending them. */
export function recordingMailer(): RecordingMailer {
  const sent: OutgoingMail[] = [];
  return {
    isStandIn: true,
    sent,
    send: async (mail) => {
      sent.push(mail);
    },
  };
}
