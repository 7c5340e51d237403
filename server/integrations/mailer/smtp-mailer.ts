import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { AddressRejectedError, type Mailer } from './mailer.ts';
import { toMessage } from './message.ts';

interface SmtpOptions {
  /** An smtp:// or smtps:// URL, with user and password if the server requires them. */
  url: string;
  from: string;
  /** Applies separately to connecting, the greeting, and each response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

const smtpError = z.object({ command: z.string(), responseCode: z.int(), response: z.string() });

/** Bad mailbox, bad system, bad syntax, moved, no mail accepted here, and mailbox disabled (RFC 3463, RFC 7505). */
const GONE_STATUS = /^5\.(?:1\.(?:[1-3]|6|10)|2\.1)$/;
const GONE_CODES = [550, 551, 553];
/** Servers without status codes refuse our server, not the mailbox, with the same codes. */
const POLICY_WORDS = /relay|auth|spam|block|polic|denied|reputation|listed/i;

/** Whether a server refused the recipient because the mailbox does not exist. */
function isMailboxGone(error: unknown): boolean {
  const { data } = smtpError.safeParse(error);
  if (data?.command !== 'RCPT TO' || data.responseCode < 500) return false;
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(data.response) ?? [];
  if (status) return GONE_STATUS.test(status);
  return GONE_CODES.includes(data.responseCode) && !POLICY_WORDS.test(data.response);
}

/** Sends by SMTP. Throws `AddressRejectedError` for a mailbox that does not exist. Any other error is worth retrying. */
export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
  return {
    isStandIn: false,
    send: async (mail) => {
      try {
        await transport.sendMail(toMessage(from, mail));
      } catch (error) {
        if (isMailboxGone(error)) throw new AddressRejectedError('The mailbox does not exist');
        throw error;
      }
    },
  };
}
