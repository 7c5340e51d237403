import type { IOptions } from 'sanitize-html';
import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { findPublicSettings } from './content.repository.ts';
import type { Faq } from './faq.schema.ts';
import { findFaqErrors, type PlaceholderValues, readFaq } from './faq-text.shared.ts';
import { findText } from './text.repository.ts';

const TAGS = ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'a'];
/** Disallowed tags and the allowed ones that replace them. */
const TAG_REPLACEMENTS: Record<string, string> = { h1: 'h2', h4: 'h3', b: 'strong', i: 'em', div: 'p' };
/** Tags that word processors add. They are removed without a warning. */
const IGNORED_TAGS = ['html', 'head', 'body', 'meta', 'span', 'section', 'article', 'main', 'style', 'title'];
/** Matches a path on our site, an anchor, or a full URL. */
const LINK = /^(\/(?!\/)|#|https?:\/\/|mailto:|tel:)/i;

/** A link whose `href` was removed. */
const EMPTY_LINK = /<a>([\s\S]*?)<\/a>/g;

const SANITIZE_OPTIONS: IOptions = {
  allowedTags: TAGS,
  allowedAttributes: { a: ['href'], h2: ['id'], h3: ['id', 'hidden'] },
  // Keeps `hidden`, which has no value.
  nonBooleanAttributes: [],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title'],
  nestingLimit: 20,
  transformTags: {
    ...TAG_REPLACEMENTS,
    a: (_tag, { href = '' }) => {
      const target = href.trim();
      const attribs: Record<string, string> = LINK.test(target) ? { href: target } : {};
      return { tagName: 'a', attribs };
    },
  },
};

interface CleanHtml {
  html: string;
  /** Names of the removed tags, such as 'script' or 'img'. */
  removedTags: string[];
}

/**
 * Sanitizes HTML from staff: keeps headings, paragraphs, lists, and links, and nothing that runs scripts or
 * loads files.
 */
export async function cleanPublishedHtml(source: string): Promise<CleanHtml> {
  // Import lazily: the parser is large, and only publishing needs it.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const html = sanitizeHtml(source.replace(/\r\n?/g, '\n'), SANITIZE_OPTIONS)
    .replace(EMPTY_LINK, '$1')
    .trim();
  const handledTags = new Set([...TAGS, ...Object.keys(TAG_REPLACEMENTS), ...IGNORED_TAGS]);
  const usedTags = [...source.matchAll(/<([a-z][a-z0-9-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  return { html, removedTags: [...new Set(usedTags)].filter((name) => !handledTags.has(name)) };
}

/** Placeholder values for the FAQ: public settings by key, and prices as `price.<plan slug>`. */
export async function findPlaceholderValues(db: Db, prices: PlaceholderValues): Promise<PlaceholderValues> {
  const priceValues = Object.entries(prices).map(([slug, price]) => [`price.${slug}`, price]);
  return { ...(await findPublicSettings(db)), ...Object.fromEntries(priceValues) };
}

/**
 * Sanitizes the HTML of a text, and returns what its author must fix before it can be published. `prices` are
 * formatted prices by plan slug.
 */
export async function cleanText(
  db: Db,
  type: string,
  source: string,
  prices: PlaceholderValues,
): Promise<CleanHtml & { errors: string[] }> {
  const clean = await cleanPublishedHtml(source);
  if (clean.html === '') return { ...clean, errors: ['The text is empty.'] };
  const errors = type === 'FAQ' ? findFaqErrors(clean.html, await findPlaceholderValues(db, prices)) : [];
  return { ...clean, errors };
}

/** Returns the newest FAQ. `prices` are formatted prices by plan slug. */
export async function getFaq(db: Db, prices: PlaceholderValues): Promise<Faq> {
  const text = await findText(db, 'helpTexts', 'FAQ');
  if (!text) throw new AppError('NOT_FOUND');
  const { version, publishedAt, html } = text;
  return { version, publishedAt, sections: readFaq(html, await findPlaceholderValues(db, prices)) };
}
