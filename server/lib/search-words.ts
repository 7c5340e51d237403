const MARKS = /\p{M}/gu;
/** Signs inside a word that nobody types when searching: Joe's is found as joes. */
const JOINERS = /['’`´.]/g;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/**
 * The words of a name as they are searched for: lower case, without accents and signs. 'Café Joe’s' is ['cafe', 'joes'].
 */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(JOINERS, '');
  return plain.split(BETWEEN_WORDS).filter((word) => word !== '');
}
