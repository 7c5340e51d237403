import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { toMessage } from './message.ts';

interface SmtpOptions {
  /** smtp:// or smtps://, with user and password where the server asks for them. */
  url: string;
  from: string;
  /** For each step: connecting, the greeting, each answer. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

/**
 * Sends by SMTP. What the server refuses is thrown as it came: a relay that is set up wrongly refuses like an address
 * that does not exist, so that every refusal is worth trying again.
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
    standIn: false,
    send: async (mail) => {
      await transport.sendMail(toMessage(from, mail));
    },
  };
}
