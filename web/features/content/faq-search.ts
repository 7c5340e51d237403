import type { FaqSection } from '#server/domains/content/faq.schema.ts';

/** Drops accents, apostrophes, and case. */
function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}’']/gu, '')
    .toLowerCase();
}

/** Keeps the entries whose question and answer together contain every word of the query. */
export function searchFaq(sections: readonly FaqSection[], query: string): FaqSection[] {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      entries: section.entries.filter(({ text }) => {
        const normalizedText = normalize(text);
        return words.every((word) => normalizedText.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
