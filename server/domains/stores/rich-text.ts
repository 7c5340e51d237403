import type { IOptions } from 'sanitize-html';

const WEB_LINK = /^(https?:\/\/|mailto:)/i;
const LINE_BREAKS = /\r\n?/g;
const MAX_ROUNDS = 5;
/** Matches a link whose invalid address was removed. */
const LINK_WITHOUT_HREF = /<a>([\s\S]*?)<\/a>/g;
const VISIBLE_CHARACTER = /[^\s\p{Cf}]/u;

const LINK_ATTRIBUTES = { rel: 'noopener nofollow ugc', target: '_blank' };
const noAttributes = (): Record<string, string> => ({});

const options: IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'b', 'i', 'u', 's'],
    ...['ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Browsers render deeply nested tags slowly.
  nestingLimit: 20,
  transformTags: {
    // Keep the tag of an invalid link and strip it later: renaming it to a disallowed tag here would break
    // sanitize-html's nesting. Because of the attributes, linked sites gain no search rank and can't access
    // our window.
    a: (_tag, { href = '' }) => ({
      tagName: 'a',
      attribs: WEB_LINK.test(href.trim()) ? { href: href.trim(), ...LINK_ATTRIBUTES } : noAttributes(),
    }),
  },
};

/**
 * Removes everything except text, simple formatting, and links to websites and email addresses. Returns '' if
 * no visible text is left.
 */
export async function sanitizeRichText(html: string): Promise<string> {
  const text = html.replace(LINE_BREAKS, '\n').trim();
  // Most imported promotions are plain text, so skip the parser for them.
  if (!/[<>&]/.test(text)) return VISIBLE_CHARACTER.test(text) ? text : '';
  // The parser is large, so import it on first use.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const visibleText = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', '');
  if (!VISIBLE_CHARACTER.test(visibleText)) return '';
  // Badly nested tags need a second round. Otherwise, saving the stored HTML again would change it.
  let cleanHtml = text;
  for (let round = 0, previousHtml = ''; round < MAX_ROUNDS && cleanHtml !== previousHtml; round++) {
    previousHtml = cleanHtml;
    cleanHtml = sanitizeHtml(previousHtml, options).replace(LINK_WITHOUT_HREF, '$1').trim();
  }
  return cleanHtml;
}
