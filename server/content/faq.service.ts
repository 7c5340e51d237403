import type { Db } from '#db/client.ts';
import { AppError } from '../errors.ts';
import { findPublicSettings } from './content.repository.ts';
import type { Faq } from './faq.schema.ts';
import { type Figures, readFaq } from './faq-text.ts';
import { findText } from './text.repository.ts';

/** What the FAQ may name: the public settings by key, and prices as `price.<slug of the plan>` (DESIGN D1). */
export async function findFigures(db: Db, prices: Figures): Promise<Figures> {
  const named = Object.entries(prices).map(([slug, price]) => [`price.${slug}`, price]);
  return { ...(await findPublicSettings(db)), ...Object.fromEntries(named) };
}

/** The newest version of the FAQ, with the figures that hold now; `prices` by the plans' slugs, in words. */
export async function getFaq(db: Db, prices: Figures): Promise<Faq> {
  const found = await findText(db, 'helpTexts', 'FAQ');
  if (!found) throw new AppError('NOT_FOUND');
  const { version, publishedAt, html } = found;
  return { version, publishedAt, sections: readFaq(html, await findFigures(db, prices)) };
}
