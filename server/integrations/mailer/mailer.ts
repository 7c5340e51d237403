export interface OutgoingMail {
  /** An address without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An address without a name. */
  replyTo?: string;
  /** The Message-ID's part before the @. It is the job's id, so that a mail sent twice can be recognized. */
  messageId?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** True if mails are not delivered to anyone. */
  readonly standIn: boolean;
  /** Resolves when the mail is handed over. Throws `MailRefusedError`, or another error if a retry may help. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mail can never be sent, because its address is invalid. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefusedError';
  }
}
