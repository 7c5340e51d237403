export interface OutgoingMail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** One address, without a name. */
  replyTo?: string;
  /** The part before the @ of the Message-ID: the job's id, so that a mail sent twice can be told for one. */
  messageId?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** True where mails reach nobody. */
  readonly standIn: boolean;
  /** Resolves when the mail was handed over; throws `MailRefusedError` or, where trying again may help, another. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The mail can never be sent as it is: its address is none. Trying again does not help. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefusedError';
  }
}
