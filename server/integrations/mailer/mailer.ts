export interface OutgoingMail {
  /** An address without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** An address without a name. */
  replyTo?: string;
  /** The Message-ID's part before the @. It is the job's id, so that an email sent twice can be recognized. */
  messageId?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** True if emails are not delivered to anyone. */
  readonly isStandIn: boolean;
  /** Resolves when the mail server has accepted the email. Throws `MailRefusedError`, or another error if a retry may help. */
  send(mail: OutgoingMail): Promise<void>;
}

/** The email can never be sent, because its address is invalid. */
export class MailRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefusedError';
  }
}

/** A mail server answered that the recipient's mailbox does not exist. */
export class AddressRejectedError extends MailRefusedError {}
