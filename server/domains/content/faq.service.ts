import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { findPublicSettings } from './content.repository.ts';
import type { Faq } from './faq.schema.ts';
import { findFaqErrors, type PlaceholderValues, readFaq } from './faq-text.shared.ts';
import { type CleanHtml, cleanPublishedHtml } from './published-html.ts';
import { findText } from './text.repository.ts';

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
