import { html, type SafeHtml } from '../../lib/html.ts';
import type { SellerContact } from '../../lib/support-contact.ts';

export interface MailRow {
  label: string;
  value: string;
  /** True for the total, which is separated from the rows above it. */
  total?: boolean;
  /** True for a long value, which gets the whole width. */
  wide?: boolean;
}

export interface MailLinkText {
  label: string;
  url: string;
}

export interface MailRemark {
  heading?: string;
  text: string;
  /** Shown after the text. */
  link?: MailLinkText;
}

/** The content of an email, from which the layout renders HTML and plain text. */
export interface MailContent {
  subject: string;
  /** Inboxes show this next to the subject. */
  preview: string;
  heading: string;
  /** A paragraph may end with a link, which is shown as a short URL. */
  paragraphs: Array<string | { text: string; url: string }>;
  rows?: MailRow[];
  button?: MailLinkText;
  /** A less prominent button below the first one, with a sentence above it. */
  secondButton?: MailLinkText & { text: string };
  /** Shown below the buttons. */
  remarks?: MailRemark[];
  /** Replaces the settings' postal address in the footer. */
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
  seller: SellerContact;
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  headers?: Record<string, string>;
}

/** Why staff get an email. */
export const STAFF_REASON = 'You’re getting this email because this is the support address in the settings.';

/** A spammer could register a stranger's address with a link as the name. We would then email their ad. */
const LOOKS_LIKE_A_LINK = /:\/\/|www\.|\.\p{L}{2,}|[@/]/iu;
const MAX_NAME_LENGTH = 40;

/** Returns a name that a user entered if it is safe to email to others, or null. */
export function findHarmlessName(text: string): string | null {
  const name = text.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim();
  return name === '' || name.length > MAX_NAME_LENGTH || LOOKS_LIKE_A_LINK.test(name) ? null : name;
}

const MAX_COMPANY_NAME_LENGTH = 80;
const ZERO_WIDTH_SPACE = '\u200B';

/**
 * Returns a company's name for emails to its employees, or null if it contains a link. Mail programs make a
 * link of a name like 'Crane.com' or 'Park/Sons', so a mark that nobody sees separates its parts.
 */
export function formatCompanyName(text: string): string | null {
  const name = text.replace(/[\p{Cc}\p{Cf}]+/gu, '').trim();
  if (name === '' || /:\/\/|www\./iu.test(name)) return null;
  const shortName =
    name.length > MAX_COMPANY_NAME_LENGTH ? `${name.slice(0, MAX_COMPANY_NAME_LENGTH).trim()}…` : name;
  return shortName.replace(/(?<=\S)[.@/](?=\S)/gu, `$&${ZERO_WIDTH_SPACE}`);
}

/** 'Hi Zoë,' or, if the name isn't safe to email, 'Hi,'. */
export function formatGreeting(firstname: string): string {
  const name = findHarmlessName(firstname);
  return name === null ? 'Hi,' : `Hi ${isolateName(name)},`;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

/** Keeps a name that is written from right to left from changing the order of the text around it. */
function isolateName(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${ISOLATE}${name}${END_OF_ISOLATE}` : name;
}

/** Marks up the names in a text that is an email's HTML. */
export function renderNames(text: string): SafeHtml {
  const [start = '', ...isolated] = text.split(ISOLATE);
  const names = isolated.map((part) => {
    const [name, rest] = part.split(END_OF_ISOLATE);
    return html`<bdi>${name}</bdi>${rest}`;
  });
  return html`${start}${names}`;
}

/** Lets email clients show a button of their own to unsubscribe (RFC 8058). */
export function unsubscribeHeaders(oneClickUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${oneClickUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
