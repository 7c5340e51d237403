import type { SupportContact } from '../lib/support-contact.ts';

export interface MailRow {
  label: string;
  value: string;
  /** True for the total, which is separated from the rows above it. */
  total?: boolean;
}

export interface MailRemark {
  text: string;
  url?: string;
}

/** The content of an email, from which the layout renders HTML and plain text. */
export interface MailContent {
  subject: string;
  /** Inboxes show this next to the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  rows?: MailRow[];
  button?: { label: string; url: string };
  /** Shown below the button. Each link follows its text. */
  remarks?: MailRemark[];
  /** Our postal address, shown in the footer. */
  postalAddress?: string;
  /** Why the recipient gets this email. */
  reason: string;
  /** Defaults to the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
}

export interface MailContext {
  /** Has no trailing slash. */
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

/** A spammer could register a stranger's address with a link as the name. We would then email their ad. */
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\.\p{L}{2,}|[@/]/iu;
const MAX_NAME_LENGTH = 40;

/** Returns a name that a user entered if it is safe to email to others, or null. */
export function findHarmlessName(text: string): string | null {
  const name = text.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim();
  return name === '' || name.length > MAX_NAME_LENGTH || LOOKS_LIKE_A_LINK.test(name) ? null : name;
}

/** 'Hello Zoë,' or, if the name isn't safe to email, 'Hello,'. */
export function formatGreeting(firstname: string): string {
  const name = findHarmlessName(firstname);
  return name === null ? 'Hello,' : `Hello ${name},`;
}
