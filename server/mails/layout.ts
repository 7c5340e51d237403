import type { SupportContact } from '../lib/support-contact.ts';
import { renderHtml } from './html-part.ts';
import type { MailContent, MailContext, MailRow, RenderedMail } from './mail-content.ts';

export function listSupportLines({ phone, email, hours }: SupportContact): string[] {
  const phoneLines = phone ? [`Telephone: ${phone}${hours ? ` (${hours})` : ''}`] : [];
  return [...phoneLines, ...(email ? [`E-mail: ${email}`] : [])];
}

/** Renders the HTML and the plain text from the same content. */
export function renderMail(content: MailContent, context: MailContext): RenderedMail {
  return {
    subject: content.subject,
    text: renderText(content, context),
    html: renderHtml(content, context, listFooterLines(content, context)).toString(),
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    ...(content.headers ? { headers: content.headers } : {}),
  };
}

function listFooterLines({ postalAddress, reason }: MailContent, { support }: MailContext): string[] {
  return [...(postalAddress ? [postalAddress] : []), ...listSupportLines(support), reason];
}

function renderText(content: MailContent, context: MailContext): string {
  const { heading, paragraphs, rows = [], button, remarks = [] } = content;
  const blocks = [
    heading,
    ...paragraphs,
    rows.map(renderTextRow).join('\n'),
    button ? `${button.label}:\n${button.url}` : '',
    ...remarks.map(({ text, url }) => (url ? `${text} ${url}` : text)),
    ['-- ', 'Everything Card', context.publicUrl, ...listFooterLines(content, context)].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderTextRow({ label, value, total }: MailRow): string {
  const row = `${label}: ${value}`;
  return total ? `${'-'.repeat(Math.min(row.length, 60))}\n${row}` : row;
}
