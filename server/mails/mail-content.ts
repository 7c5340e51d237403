import type { SupportContact } from '../lib/support-contact.ts';

export interface MailRow {
  label: string;
  value: string;
  /** The sum at the end: set apart from the rows above it. */
  total?: boolean;
}

export interface MailRemark {
  text: string;
  url?: string;
}

/** What a mail says; the layout makes both of its parts from this one description. */
export interface MailContent {
  subject: string;
  /** One line that inboxes show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  rows?: MailRow[];
  button?: { label: string; url: string };
  /** Below the button; a link stands behind its words. */
  remarks?: MailRemark[];
  /** Why this person gets this mail. */
  reason: string;
  /** Whom an answer goes to; the sender of all our mails where nothing is said. */
  replyTo?: string;
}

/** What every mail needs beside its own facts. */
export interface MailContext {
  /** Without a slash at the end. */
  publicUrl: string;
  support: SupportContact;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
}

/** A name that is an address of the web would be somebody's advertisement, sent by us to whom they like. */
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\.\p{L}{2,}|[@/]/iu;
const LONGEST_NAME = 40;

/** A name that somebody typed, as a mail to somebody else may say it; null where it is none. */
export function harmlessName(typed: string): string | null {
  const name = typed.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim();
  return name === '' || name.length > LONGEST_NAME || LOOKS_LIKE_A_LINK.test(name) ? null : name;
}

/** 'Hello Zoë,'; without the name where it is none. */
export function greeting(firstname: string): string {
  const name = harmlessName(firstname);
  return name === null ? 'Hello,' : `Hello ${name},`;
}
