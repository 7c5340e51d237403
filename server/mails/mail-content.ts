import type { SupportContact } from '../lib/support-contact.ts';

export interface MailRow {
  label: string;
  value: string;
  /** Separates the total from the rows above it. */
  total?: boolean;
}

export interface MailRemark {
  text: string;
  url?: string;
}

/** The content of an email. The layout renders the HTML and plain-text parts from it. */
export interface MailContent {
  subject: string;
  /** Inboxes show it next to the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  rows?: MailRow[];
  button?: { label: string; url: string };
  /** Below the button. A link follows its text. */
  remarks?: MailRemark[];
  /** Ours, in the footer. */
  postalAddress?: string;
  /** Why the recipient gets this email. */
  reason: string;
  /** Default: the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface MailContext {
  /** Without a trailing slash. */
  publicUrl: string;
  support: SupportContact;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

/** A spammer could register a stranger's address with a link as the name, and we would send their ad. */
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\.\p{L}{2,}|[@/]/iu;
const MAX_NAME_LENGTH = 40;

/** A user's name if it is safe to email to others, or null. */
export function harmlessName(text: string): string | null {
  const name = text.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim();
  return name === '' || name.length > MAX_NAME_LENGTH || LOOKS_LIKE_A_LINK.test(name) ? null : name;
}

/** 'Hello Zoë,' or, without a usable name, 'Hello,'. */
export function greeting(firstname: string): string {
  const name = harmlessName(firstname);
  return name === null ? 'Hello,' : `Hello ${name},`;
}
