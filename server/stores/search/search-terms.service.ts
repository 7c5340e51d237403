import type { Db } from '#db/client.ts';
import { searchWords } from '../../lib/search-words.ts';
import { findWordsLike, findWordsWith, INDEXED_LETTERS, isPartOfWord } from './search-word.repository.ts';
import type { SearchTerm } from './store-query.ts';

export interface SearchedName {
  /** The rarest first; every one of them must fit. */
  terms: SearchTerm[];
  /** False where no store can fit. */
  isKnown: boolean;
  /** What is searched for instead of words that no name has. */
  searchedInstead: string | null;
}

/**
 * Looks the typed words up in the dictionary of all names: each stands for the words that it is a part of, or, where
 * there are none, for those that look like it. Signs alone fit no name.
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

/** Beside a longer word, whose stores are read, it does not matter which words a short one stands for. */
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
