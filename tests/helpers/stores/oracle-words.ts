// A second implementation of the search's word rules. To stay independent, this file must not import from the
// server.

const APOSTROPHES_AND_DOTS = new Set(["'", '’', '`', '´', '.']);

/**
 * Splits text into words of letters and digits. Accents, apostrophes, and periods are ignored; anything else
 * separates words.
 */
export function foldedWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const character of text.normalize('NFKD').toLowerCase()) {
    if (/\p{M}/u.test(character) || APOSTROPHES_AND_DOTS.has(character)) continue;
    if (/[\p{L}\p{N}]/u.test(character)) {
      word += character;
      continue;
    }
    if (word) words.push(word);
    word = '';
  }
  return word ? [...words, word] : words;
}

/** The words of a search text, without those that stand for '&' unless there are no others. */
export function foldedQuery(text: string): string[] {
  const words = foldedWords(text);
  const others = words.filter((word) => word !== 'and' && word !== 'n');
  return others.length > 0 ? others : words;
}

const LONG_FORMS: Record<string, string> = {
  ...{ st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount', mtn: 'mountain', pt: 'point', lk: 'lake' },
  ...{ hts: 'heights', spgs: 'springs', bch: 'beach', jct: 'junction', ctr: 'center', vlg: 'village' },
  ...{ twp: 'township', vly: 'valley', fls: 'falls', grv: 'grove', crk: 'creek', pk: 'park' },
};

/** The names of ZIP codes have no other abbreviations, accents, or directions of one letter. */
export function foldedCity(city: string): string {
  return foldedWords(city.replace(/^the (?=.)/i, ''))
    .map((word) => LONG_FORMS[word] ?? word)
    .join('');
}

/** Returns the trigrams of a word, padded with two spaces before it and one after it. */
function trigrams(word: string): Set<string> {
  const characters = [' ', ' ', ...word, ' '];
  return new Set(
    characters.slice(2).map((character, i) => `${characters[i]}${characters[i + 1]}${character}`),
  );
}

/** Counts the trigrams that both words share, and those in either word. */
function similarity(a: Set<string>, b: Set<string>): { sharedCount: number; totalCount: number } {
  let sharedCount = 0;
  for (const trigram of a) if (b.has(trigram)) sharedCount += 1;
  return { sharedCount, totalCount: a.size + b.size - sharedCount };
}

export const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

interface KnownWord {
  word: string;
  stores: number;
  trigrams: Set<string>;
}

/** The known words that match a search word. */
export interface WordMatch {
  /** Indexed by word number: 1 if that known word matches. */
  matches: Uint8Array;
  text: string;
  isCorrected: boolean;
}

/** All words in the names of listed stores. Each has a number, and a count of the stores that use it. */
export class Dictionary {
  readonly #known: KnownWord[] = [];
  readonly #numbers = new Map<string, number>();

  getNumber(word: string): number {
    const number = this.#numbers.get(word) ?? this.#known.length;
    if (number === this.#known.length) {
      this.#known.push({ word, stores: 0, trigrams: trigrams(word) });
      this.#numbers.set(word, number);
    }
    return number;
  }

  /** Call once per distinct word of each listed store's name. */
  countStore(wordNumber: number): void {
    const entry = this.#known[wordNumber];
    if (entry) entry.stores += 1;
  }

  isKnown(word: string): boolean {
    return this.#numbers.has(word) && (this.#known[this.getNumber(word)]?.stores ?? 0) > 0;
  }

  /** Splits a word into two known ones. Returns the word if it is known itself, or can't be split. */
  splitWord(word: string): string {
    if (this.isKnown(word)) return word;
    for (let length = 1; length <= word.length - 3; length += 1) {
      const [start, end] = [word.slice(0, length), word.slice(length)];
      if (this.isKnown(start) && this.isKnown(end)) return `${start} ${end}`;
    }
    return word;
  }

  /** Finds the known words that contain the search word or, if there are none, similar ones. */
  match(searchWord: string): WordMatch {
    const matches = Uint8Array.from(this.#known, ({ word }) => (word.includes(searchWord) ? 1 : 0));
    if (matches.includes(1)) return { matches, text: searchWord, isCorrected: false };
    const [first, ...others] = this.#similarWords(searchWord);
    for (const { word } of first ? [first, ...others] : []) matches[this.getNumber(word)] = 1;
    return { matches, text: first?.word ?? searchWord, isCorrected: first !== undefined };
  }

  /**
   * Finds words that share at least two fifths of their trigrams with the search word, most similar first.
   */
  #similarWords(searchWord: string): KnownWord[] {
    const searchTrigrams = trigrams(searchWord);
    return this.#known
      .map((knownWord) => ({ known: knownWord, ...similarity(searchTrigrams, knownWord.trigrams) }))
      .filter(({ sharedCount: shared, totalCount: all }) => 5 * shared >= 2 * all)
      .sort(
        (a, b) =>
          b.sharedCount * a.totalCount - a.sharedCount * b.totalCount ||
          b.known.stores - a.known.stores ||
          compareText(a.known.word, b.known.word),
      )
      .map(({ known: knownWord }) => knownWord);
  }
}
