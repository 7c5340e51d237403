import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { ServiceUnavailable } from '../unavailable.ts';
import { AddressRejectedError, type Mailer } from './mailer.ts';
import { toMessage } from './message.ts';

interface SmtpOptions {
  /** An smtp:// or smtps:// URL, including user and password if the server requires them. */
  url: string;
  from: string;
  /** Applies separately to connecting, to the greeting, and to each response. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;

const smtpError = z.object({ command: z.string(), responseCode: z.int(), response: z.string() });

/** Enhanced status codes for a mailbox that doesn't exist or no longer accepts mail (RFC 3463, RFC 7505). */
const GONE_STATUS = /^5\.(?:1\.(?:[1-3]|6|10)|2\.1)$/;
const GONE_CODES = [550, 551, 553];
/**
 * Servers without enhanced status codes also send GONE_CODES when they block our server. These words reveal
 * that.
 */
const POLICY_WORDS = /relay|auth|spam|block|polic|denied|reputation|listed/i;

function isMailboxGone(error: unknown): boolean {
  const { data } = smtpError.safeParse(error);
  if (data?.command !== 'RCPT TO' || data.responseCode < 500) return false;
  const [status] = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(data.response) ?? [];
  if (status) return GONE_STATUS.test(status);
  return GONE_CODES.includes(data.responseCode) && !POLICY_WORDS.test(data.response);
}

/**
 * The server can't be reached, closes the connection, rejects our login, or is temporarily unavailable (421).
 */
const AWAY_CODES = new Set(['EAUTH', 'ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']);
const connectionError = z.object({ code: z.string().optional(), responseCode: z.int().optional() });

function isServerAway(error: unknown): boolean {
  const { code, responseCode } = connectionError.safeParse(error).data ?? {};
  return responseCode === 421 || (code !== undefined && AWAY_CODES.has(code));
}

/**
 * Sends by SMTP. Throws `AddressRejectedError` if the mailbox doesn't exist. The server's other errors are
 * worth retrying.
 */
export function createSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const transport = openTransport(url, timeoutMs);
  return {
    isStandIn: false,
    send: async (mail) => {
      try {
        await transport.sendMail(toMessage(from, mail));
      } catch (error) {
        if (isMailboxGone(error)) throw new AddressRejectedError('The mailbox does not exist');
        throw isServerAway(error) ? new ServiceUnavailable('mail server', error) : error;
      }
    },
  };
}

function openTransport(url: string, timeoutMs: number) {
  return createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  });
}

/** Connects and signs in without sending an email. Throws if that fails. */
export async function verifySmtp(url: string): Promise<void> {
  const transport = openTransport(url, TIMEOUT_MS);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
