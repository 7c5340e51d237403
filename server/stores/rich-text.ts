import type { IOptions } from 'sanitize-html';

const WEB_LINK = /^(https?:\/\/|mailto:)/i;
const BREAKS = /\r\n?/g;
const MAX_ROUNDS = 5;
/** What is left of a link that is none. */
const LEADS_NOWHERE = /<a>([\s\S]*?)<\/a>/g;
const VISIBLE = /[^\s\p{Cf}]/u;

const OUTWARDS = { rel: 'noopener nofollow ugc', target: '_blank' };
const noAttributes = (): Record<string, string> => ({});

const options: IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'b', 'i', 'u', 's'],
    ...['ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // An unclosed pile of tags must not become work for every browser that shows it.
  nestingLimit: 20,
  transformTags: {
    // Anything but a full address is no link, and its tags go afterwards: one renamed to a tag that is not allowed
    // has the library lose count. Nobody gains rank or a handle on our window by being listed.
    a: (_tag, { href = '' }) => ({
      tagName: 'a',
      attribs: WEB_LINK.test(href.trim()) ? { href: href.trim(), ...OUTWARDS } : noAttributes(),
    }),
  },
};

/** HTML with nothing in it but text, simple marks and links to the web; empty where nothing would be seen. */
export async function sanitizeRichText(html: string): Promise<string> {
  const text = html.replace(BREAKS, '\n').trim();
  // Plain text is most of what comes, by the hundred thousand.
  if (!/[<>&]/.test(text)) return VISIBLE.test(text) ? text : '';
  // A parser's weight: loaded by who writes.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const seen = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', '');
  if (!VISIBLE.test(seen)) return '';
  // Tags that were badly nested settle in a second round: what is stored stays the same when it is saved again.
  let clean = text;
  for (let round = 0, before = ''; round < MAX_ROUNDS && clean !== before; round++) {
    before = clean;
    clean = sanitizeHtml(before, options).replace(LEADS_NOWHERE, '$1').trim();
  }
  return clean;
}
