import type { Db } from '#db/client.ts';
import { textName } from '../../domains/content/content.schema.ts';
import { findPlaceholderValues } from '../../domains/content/faq.service.ts';
import { type PlaceholderValues, readEditableFaq } from '../../domains/content/faq-text.shared.ts';
import { listSettings } from '../../domains/content/setting.service.ts';
import { readText } from '../../domains/content/text.service.ts';
import { textTitles } from '../../domains/content/text-titles.shared.ts';

/** Lists the FAQ's questions whose answer has a placeholder, such as '{price.family}'. */
export async function listQuestionsWith(
  db: Db,
  placeholder: string,
  prices: PlaceholderValues,
): Promise<string[]> {
  const values = await findPlaceholderValues(db, prices);
  if (!Object.hasOwn(values, placeholder.slice(1, -1))) return [];
  const faq = await readText(db, 'FAQ');
  return readEditableFaq(faq?.html ?? '').flatMap(({ entries }) =>
    entries
      .filter(({ html, isHidden }) => !isHidden && html.includes(placeholder))
      .map(({ question }) => question),
  );
}

/** Lists the texts and settings that contain these words, such as a price that is written out. */
export async function listMentions(db: Db, words: string): Promise<string[]> {
  const texts = await Promise.all(
    textName.options.map(async (type) => {
      const text = await readText(db, type);
      return text?.html.includes(words) ? [`“${textTitles[type]}”`] : [];
    }),
  );
  const settings = await listSettings(db);
  return [
    ...texts.flat(),
    ...settings.filter(({ value }) => value.includes(words)).map(({ key }) => `the setting ${key}`),
  ];
}
