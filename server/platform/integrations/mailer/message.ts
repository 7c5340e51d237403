import type { SendMailOptions } from 'nodemailer/lib/mailer';
import { type OutgoingMail, UndeliverableMailError } from './mailer.ts';

const ADDRESS_PATTERN = /^[^\s@<>()[\],;:\\"\p{Cc}]+@[^\s@<>()[\],;:\\"\p{Cc}]+$/u;
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/;
const MESSAGE_ID = /^[\w.-]{1,120}$/;

/**
 * Replaces line breaks and other control characters. Otherwise, a line break in a name could add another
 * header.
 */
function toHeaderLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

function parseSenderDomain(from: string): string {
  return /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}

function checkHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => {
    if (!HEADER_NAME.test(name)) throw new UndeliverableMailError('A mail header has a name that is not one');
    return [name, toHeaderLine(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Throws `UndeliverableMailError` for an invalid address, message id, or header name. The message has exactly
 * one recipient.
 */
export function toMessage(from: string, mail: OutgoingMail): SendMailOptions {
  if (!ADDRESS_PATTERN.test(mail.to))
    throw new UndeliverableMailError('A mail has an address that is not one');
  if (mail.messageId !== undefined && !MESSAGE_ID.test(mail.messageId)) {
    throw new UndeliverableMailError('A mail has an id that is not one');
  }
  return {
    from: toHeaderLine(from),
    to: { name: '', address: mail.to },
    subject: toHeaderLine(mail.subject),
    ...(mail.replyTo !== undefined && ADDRESS_PATTERN.test(mail.replyTo)
      ? { replyTo: { name: '', address: mail.replyTo } }
      : {}),
    text: mail.text,
    html: mail.html,
    ...(mail.messageId ? { messageId: `<${mail.messageId}@${parseSenderDomain(from)}>` } : {}),
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...checkHeaders(mail.headers ?? {}) },
    ...(mail.attachments ? { attachments: mail.attachments.map((attachment) => ({ ...attachment })) } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
