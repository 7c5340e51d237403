export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface OutgoingMail {
  /** A bare address, such as ann@example.com, without a display name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** A bare address without a display name. */
  replyTo?: string;
  /**
   * The part of the Message-ID before the @. It is the job's id, so recipients' servers can recognize a
   * duplicate.
   */
  messageId?: string;
  headers?: Record<string, string>;
  attachments?: readonly MailAttachment[];
}

export interface Mailer {
  /** True if no email leaves this machine. */
  readonly isStandIn: boolean;
  /**
   * Resolves when the mail server has accepted the email. Throws `UndeliverableMailError` if a retry can't
   * help, and any other error if it may.
   */
  send(mail: OutgoingMail): Promise<void>;
}

/** The email can never be sent, for example because its address is invalid. */
export class UndeliverableMailError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UndeliverableMailError';
  }
}

/** The recipient's mail server reported that the mailbox doesn't exist. */
export class AddressRejectedError extends UndeliverableMailError {}
