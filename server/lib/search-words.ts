const MARKS = /\p{M}/gu;
/** Punctuation that people leave out when they search: Joe's is indexed as joes. */
const JOINERS = /['’`´.]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/**
 * Splits a name into searchable words, lowercase and without accents: 'Café Joe’s' becomes ['cafe', 'joes'].
 */
export function searchWords(text: string): string[] {
  const normalized = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(JOINERS, '');
  return normalized.split(BETWEEN_WORDS).filter((word) => word !== '');
}
