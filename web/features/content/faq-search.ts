import type { FaqSection } from '#server/content/faq.schema.ts';

/** Ignores accents and case. */
function plain(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase();
}

/** Keeps the questions that contain every word, in the question or in the answer. */
export function searchFaq(sections: readonly FaqSection[], typed: string): FaqSection[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ text }) => {
        const read = plain(text);
        return words.every((word) => read.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
