import type { SupportContact } from '../lib/support-contact.ts';
import { htmlPart } from './html-part.ts';
import type { MailContent, MailContext, MailRow, RenderedMail } from './mail-content.ts';

export function supportLines({ phone, email, hours }: SupportContact): string[] {
  const phoneLines = phone ? [`Telephone: ${phone}${hours ? ` (${hours})` : ''}`] : [];
  return [...phoneLines, ...(email ? [`E-mail: ${email}`] : [])];
}

/** Renders the HTML and the plain text from the same content. */
export function renderMail(content: MailContent, context: MailContext): RenderedMail {
  return {
    subject: content.subject,
    text: textPart(content, context),
    html: htmlPart(content, context, footerLines(content, context)).toString(),
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    ...(content.headers ? { headers: content.headers } : {}),
  };
}

function footerLines({ postalAddress, reason }: MailContent, { support }: MailContext): string[] {
  return [...(postalAddress ? [postalAddress] : []), ...supportLines(support), reason];
}

function textPart(content: MailContent, context: MailContext): string {
  const { heading, paragraphs, rows = [], button, remarks = [] } = content;
  const blocks = [
    heading,
    ...paragraphs,
    rows.map(textRow).join('\n'),
    button ? `${button.label}:\n${button.url}` : '',
    ...remarks.map(({ text, url }) => (url ? `${text} ${url}` : text)),
    ['-- ', 'Everything Card', context.publicUrl, ...footerLines(content, context)].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function textRow({ label, value, total }: MailRow): string {
  const row = `${label}: ${value}`;
  return total ? `${'-'.repeat(Math.min(row.length, 60))}\n${row}` : row;
}
