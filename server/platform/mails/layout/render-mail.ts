import { listSellerLines, listSupportLines } from '../../../lib/support-contact.ts';
import type {
  MailContent,
  MailContext,
  MailLinkText,
  MailRemark,
  MailRow,
  RenderedMail,
} from '../mail-content.ts';
import { renderHtml } from './html-part.ts';

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

/** Returns the footer's lines, the first of which is the seller's name. */
function listFooterLines({ postalAddress, reason }: MailContent, { seller }: MailContext): string[] {
  const sender = listSellerLines(postalAddress ? { name: seller.name, postalAddress } : seller);
  return [...sender, ...listSupportLines(seller), reason];
}

function renderText(content: MailContent, context: MailContext): string {
  const { heading, paragraphs, rows = [], button, secondButton, remarks = [] } = content;
  const blocks = [
    heading,
    ...paragraphs.map((paragraph) =>
      typeof paragraph === 'string' ? paragraph : `${paragraph.text} ${paragraph.url}`,
    ),
    rows.map(renderTextRow).join('\n'),
    button ? renderTextLink(button) : '',
    ...(secondButton ? [secondButton.text, renderTextLink(secondButton)] : []),
    ...remarks.map(renderTextRemark),
    ['-- ', ...listFooterLines(content, context), context.publicUrl].join('\n'),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function renderTextLink({ label, url }: MailLinkText): string {
  return `${label}:\n${url}`;
}

function renderTextRemark({ heading, text, link }: MailRemark): string {
  return [heading, text, link && renderTextLink(link)].filter(Boolean).join('\n');
}

function renderTextRow({ label, value, total }: MailRow): string {
  const row = `${label}: ${value}`;
  return total ? `${'-'.repeat(Math.min(row.length, 60))}\n${row}` : row;
}
