const COMBINING_MARKS = /\p{M}/gu;
/** Punctuation that people leave out when they search: Joe's is indexed as joes. */
const JOINERS = /['’`´.]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/**
 * Splits a name into searchable words, lowercase and without accents: 'Café Joe’s' becomes ['cafe', 'joes'].
 */
export function searchWords(text: string): string[] {
  const normalizedText = text
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .toLowerCase()
    .replace(JOINERS, '');
  return normalizedText.split(BETWEEN_WORDS).filter((word) => word !== '');
}

/** Words that join names, which people write in several ways: Bed & Breakfast, Rock 'n' Roll. */
const CONNECTORS = new Set(['and', 'n']);

/** Splits a search text into words like a name, without the words that stand for '&'. */
export function queryWords(text: string): string[] {
  const words = searchWords(text);
  const namingWords = words.filter((word) => !CONNECTORS.has(word));
  return namingWords.length > 0 ? namingWords : words;
}
