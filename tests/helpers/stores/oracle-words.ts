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

interface Known {
  word: string;
  stores: number;
  trigrams: Set<string>;
}

/** What a typed word stands for. */
export interface Meaning {
  /** By the number of a known word: 1 where a name that has it fits. */
  fits: Uint8Array;
  spelled: string;
  isLike: boolean;
}

/** The words of all listed names, each with a number, and in how many listed stores each is. */
export class Dictionary {
  readonly #known: Known[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(word: string): number {
    const number = this.#numbers.get(word) ?? this.#known.length;
    if (number === this.#known.length) {
      this.#known.push({ word, stores: 0, trigrams: trigrams(word) });
      this.#numbers.set(word, number);
    }
    return number;
  }

  /** To be told of each word of each listed store. */
  count(number: number): void {
    const known = this.#known[number];
    if (known) known.stores += 1;
  }

  /** The words that hold what was typed; where there are none, those that look like it. */
  meaning(typed: string): Meaning {
    const fits = Uint8Array.from(this.#known, ({ word }) => (word.includes(typed) ? 1 : 0));
    if (fits.includes(1)) return { fits, spelled: typed, isLike: false };
    const [first, ...others] = this.#like(typed);
    for (const { word } of first ? [first, ...others] : []) fits[this.numberOf(word)] = 1;
    return { fits, spelled: first?.word ?? typed, isLike: first !== undefined };
  }

  /** Words that share two fifths or more with it, the most alike first. */
  #like(typed: string): Known[] {
    const wanted = trigrams(typed);
    return this.#known
      .map((known) => ({ known, ...likeness(wanted, known.trigrams) }))
      .filter(({ shared, all }) => 5 * shared >= 2 * all)
      .sort(
        (a, b) =>
          b.shared * a.all - a.shared * b.all ||
          b.known.stores - a.known.stores ||
          compareText(a.known.word, b.known.word),
      )
      .map(({ known }) => known);
  }
}
