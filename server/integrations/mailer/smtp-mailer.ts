import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { toMessage } from './message.ts';

interface SmtpOptions {
  /** An smtp:// or smtps:// URL, with user and password if the server requires them. */
  url: string;
  from: string;
  /** Applies separately to connecting, the greeting, and each response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/**
 * Sends by SMTP. Every error is worth retrying, because a misconfigured relay returns the same error as an address
 * that does not exist.
 */
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
      await transport.sendMail(toMessage(from, mail));
    },
  };
}
