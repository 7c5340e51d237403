import type { Db } from '#db/client.ts';
import { searchWords } from '../../lib/search-words.ts';
import { findWordsLike, findWordsWith, INDEXED_LETTERS, isPartOfWord } from './search-word.repository.ts';
import type { SearchTerm } from './store-query.ts';

export interface SearchedName {
  /** A store must match all of them. Rarest first. */
  terms: SearchTerm[];
  /** False if no store can match. */
  isKnown: boolean;
  /** The corrected name, if a typed word is in no store's name. */
  searchedInstead: string | null;
}

/**
 * Looks the typed words up in the dictionary of all names. Each one stands for the words that contain it or, if there
 * are none, for similar words. Punctuation alone matches nothing.
 */
export async function resolveName(db: Db, name: string): Promise<SearchedName> {
  const typed = [...new Set(searchWords(name))];
  const hasLong = typed.some((word) => word.length >= INDEXED_LETTERS);
  const terms = await Promise.all(
    typed.map((word) =>
      hasLong && word.length < INDEXED_LETTERS ? resolveShort(db, word) : resolveWord(db, word),
    ),
  );
  const isCorrected = terms.some(({ part, words }) => part === null && words.length > 0);
  const spelled = terms.map(({ part, words }, i) => (part === null && words[0]) || typed[i]).join(' ');
  return {
    terms: terms.toSorted((a, b) => a.stores - b.stores),
    isKnown: terms.length > 0 && terms.every(({ words }) => words.length > 0),
    searchedInstead: isCorrected ? spelled : null,
  };
}

/** A short word next to a longer one only filters the longer word's stores, so its matching words are not needed. */
async function resolveShort(db: Db, word: string): Promise<SearchTerm> {
  if (!(await isPartOfWord(db, word))) return resolveWord(db, word);
  return { part: word, words: [word], counts: [], stores: Number.POSITIVE_INFINITY };
}

async function resolveWord(db: Db, word: string): Promise<SearchTerm> {
  const known = await findWordsWith(db, word);
  const found = known.length > 0 ? known : await findWordsLike(db, word);
  return {
    part: known.length > 0 ? word : null,
    words: found.map((one) => one.word),
    counts: found.map((one) => one.stores),
    stores: found.reduce((sum, one) => sum + one.stores, 0),
  };
}
