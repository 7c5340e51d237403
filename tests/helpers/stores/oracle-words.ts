// What the search says of words, told a second time: nothing here comes from the server.

const APOSTROPHES_AND_DOTS = new Set(["'", '’', '`', '´', '.']);

/** Sign by sign: letters and digits make words, accents and apostrophes do not count, all else divides. */
export function foldedWords(text: string): string[] {
  const words: string[] = [];
  let word = '';
  for (const sign of text.normalize('NFKD').toLowerCase()) {
    if (/\p{M}/u.test(sign) || APOSTROPHES_AND_DOTS.has(sign)) continue;
    if (/[\p{L}\p{N}]/u.test(sign)) {
      word += sign;
      continue;
    }
    if (word) words.push(word);
    word = '';
  }
  return word ? [...words, word] : words;
}

const LONG_FORMS: Record<string, string> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
  mtn: 'mountain',
};

export function foldedCity(city: string): string {
  return foldedWords(city)
    .map((word) => LONG_FORMS[word] ?? word)
    .join(' ');
}

/** The sets of three letters of a word, two blanks before it and one after it. */
function trigrams(word: string): Set<string> {
  const signs = [' ', ' ', ...word, ' '];
  return new Set(signs.slice(2).map((sign, i) => `${signs[i]}${signs[i + 1]}${sign}`));
}

/** How many sets two words share, of how many they have together. */
function likeness(a: Set<string>, b: Set<string>): { shared: number; all: number } {
  let shared = 0;
  for (const one of a) if (b.has(one)) shared += 1;
  return { shared, all: a.size + b.size - shared };
}

export const compareText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The words of all listed names, and in how many listed stores each is. */
export class Dictionary {
  readonly #known: Array<{ word: string; stores: number; trigrams: Set<string> }> = [];

  constructor(storesByWord: ReadonlyMap<string, number>) {
    for (const [word, stores] of storesByWord) this.#known.push({ word, stores, trigrams: trigrams(word) });
  }

  /** Whether the word is a part of one. */
  has(part: string): boolean {
    return this.#known.some(({ word }) => word.includes(part));
  }

  /** Words that share two fifths or more with it, the most alike first. */
  like(typed: string): string[] {
    const wanted = trigrams(typed);
    return this.#known
      .map((one) => ({ ...one, ...likeness(wanted, one.trigrams) }))
      .filter(({ shared, all }) => 5 * shared >= 2 * all)
      .sort(
        (a, b) => b.shared * a.all - a.shared * b.all || b.stores - a.stores || compareText(a.word, b.word),
      )
      .map(({ word }) => word);
  }
}
