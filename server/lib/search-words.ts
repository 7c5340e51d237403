const MARKS = /\p{M}/gu;
/** Punctuation inside words that people skip when searching: Joe's is found as joes. */
const JOINERS = /['’`´.]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** The words of a name for searching, in lower case without accents: 'Café Joe’s' becomes ['cafe', 'joes']. */
export function searchWords(text: string): string[] {
  const normalized = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(JOINERS, '');
  return normalized.split(BETWEEN_WORDS).filter((word) => word !== '');
}
