import type { Db } from '#db/client.ts';
import { queryWords } from '../../../lib/search-words.ts';
import {
  findKnownWords,
  findWordsLike,
  findWordsWith,
  INDEXED_LETTERS,
  isPartOfWord,
} from './search-word.repository.ts';
import type { SearchTerm } from './store-query.ts';

export interface SearchedName {
  /** A store must match all terms. The rarest comes first. */
  terms: SearchTerm[];
  /** False if no store can match. */
  isKnown: boolean;
  /** The name with its unknown words replaced by similar ones. Null if no word was replaced. */
  searchedInstead: string | null;
}

/** Returns the search text if it is a single word of one or two letters. */
export function findShortPart(name: string): string | null {
  const [word, ...others] = new Set(queryWords(name));
  return word !== undefined && others.length === 0 && word.length < INDEXED_LETTERS ? word : null;
}

/**
 * Looks up the words of the search text in the dictionary of all words in store names. A word matches all
 * dictionary words that contain it or, if there are none, similar ones. Punctuation alone matches nothing.
 */
export async function resolveName(db: Db, name: string): Promise<SearchedName> {
  const typedWords = [...new Set(queryWords(name))];
  const hasLongWord = typedWords.some((word) => word.length >= INDEXED_LETTERS);
  const terms = await Promise.all(
    typedWords.map((word) =>
      hasLongWord && word.length < INDEXED_LETTERS ? resolveShortWord(db, word) : resolveWord(db, word),
    ),
  );
  const isCorrected = terms.some(({ part, words }) => part === null && words.length > 0);
  const correctedName = terms
    .map(({ part, words }, index) => (part === null && words[0]) || typedWords[index])
    .join(' ');
  return {
    terms: terms.toSorted((a, b) => a.stores - b.stores),
    isKnown: terms.length > 0 && terms.every(({ words }) => words.length > 0),
    searchedInstead: isCorrected ? correctedName : null,
  };
}

/**
 * If the search text also has a longer word, a short word only filters that word's stores, so its matches
 * need not be looked up.
 */
async function resolveShortWord(db: Db, word: string): Promise<SearchTerm> {
  if (!(await isPartOfWord(db, word))) return resolveWord(db, word);
  return { part: word, words: [word], counts: [], stores: Number.POSITIVE_INFINITY };
}

async function resolveWord(db: Db, word: string): Promise<SearchTerm> {
  const containingWords = await findWordsWith(db, word);
  const matchingWords = containingWords.length > 0 ? containingWords : await findWordsLike(db, word);
  return {
    part: containingWords.length > 0 ? word : null,
    words: matchingWords.map((match) => match.word),
    counts: matchingWords.map((match) => match.stores),
    stores: matchingWords.reduce((sum, match) => sum + match.stores, 0),
  };
}

/** Longer search texts have no other spellings: their words identify a store. */
const MAX_WORDS = 5;

/**
 * Returns other spellings of a search text that found nothing, which may be more than one word or fewer:
 * 'coffee shop' for 'coffeeshop', and the other way around.
 */
export async function findOtherSpellings(db: Db, name: string): Promise<string[]> {
  const words = queryWords(name);
  if (words.length > MAX_WORDS) return [];
  const splitWords = await Promise.all(words.map((word) => splitWord(db, word)));
  const splitName = splitWords.join(' ');
  const joinedNames = words.slice(1).map((_, index) => {
    const joined = `${words[index]}${words[index + 1]}`;
    return [...words.slice(0, index), joined, ...words.slice(index + 2)].join(' ');
  });
  return splitName === words.join(' ') ? joinedNames : [splitName, ...joinedNames];
}

/** Splits a word into two words of store names, the second one as long as possible. */
async function splitWord(db: Db, word: string): Promise<string> {
  const splits = Array.from({ length: Math.max(0, word.length - INDEXED_LETTERS) }, (_, index) => [
    word.slice(0, index + 1),
    word.slice(index + 1),
  ]);
  const known = new Set(splits.length === 0 ? [] : await findKnownWords(db, [word, ...splits.flat()]));
  if (known.has(word)) return word;
  return splits.find((parts) => parts.every((part) => known.has(part)))?.join(' ') ?? word;
}
