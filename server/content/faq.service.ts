import type { Db } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { findPublicSettings } from './content.repository.ts';
import type { Faq } from './faq.schema.ts';
import { type PlaceholderValues, readFaq } from './faq-text.ts';
import { findText } from './text.repository.ts';

/** Placeholder values for the FAQ: public settings by key, and prices as `price.<plan slug>`. */
export async function findPlaceholderValues(db: Db, prices: PlaceholderValues): Promise<PlaceholderValues> {
  const priceValues = Object.entries(prices).map(([slug, price]) => [`price.${slug}`, price]);
  return { ...(await findPublicSettings(db)), ...Object.fromEntries(priceValues) };
}

/** Returns the newest FAQ. `prices` are formatted prices by plan slug. */
export async function getFaq(db: Db, prices: PlaceholderValues): Promise<Faq> {
  const text = await findText(db, 'helpTexts', 'FAQ');
  if (!text) throw new AppError('NOT_FOUND');
  const { version, publishedAt, html } = text;
  return { version, publishedAt, sections: readFaq(html, await findPlaceholderValues(db, prices)) };
}
