import type { IOptions } from 'sanitize-html';

const TAGS = ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'a'];
/** Shown as something that we have. */
const REPLACED: Record<string, string> = { h1: 'h2', h4: 'h3', b: 'strong', i: 'em', div: 'p' };
/** Never shown, and nobody misses them: a word processor's. */
const AROUND = ['html', 'head', 'body', 'meta', 'span', 'section', 'article', 'main', 'style', 'title'];
/** A page of ours, a place on the page, or a full address. */
const LINK = /^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/i;

/** What is left of a link that is none. */
const LEADS_NOWHERE = /<a>([\s\S]*?)<\/a>/g;

const options: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href'], h2: ['id'], h3: ['id'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
  nestingLimit: 20,
  transformTags: {
    ...REPLACED,
    a: (_tag, { href = '' }) => {
      const target = href.trim();
      const attribs: Record<string, string> = LINK.test(target) ? { href: target } : {};
      return { tagName: 'a', attribs };
    },
  },
};

export interface CleanHtml {
  html: string;
  /** Kinds of tags that were left out, by name: 'script', 'img'. */
  leftOut: string[];
}

/** A text of staff as pages show it: headings, paragraphs, lists and links, and nothing that runs or loads. */
export async function cleanPublishedHtml(source: string): Promise<CleanHtml> {
  // A parser's weight: loaded by who writes.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const html = sanitizeHtml(source.replace(/\r\n?/g, '\n'), options).replace(LEADS_NOWHERE, '$1').trim();
  const known = new Set([...TAGS, ...Object.keys(REPLACED), ...AROUND]);
  const found = [...source.matchAll(/<([a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  return { html, leftOut: [...new Set(found)].filter((name) => !known.has(name)) };
}
