import type { SavingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import { pickZip, type ZipCode } from './places.ts';
import type { Random } from './random.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const SYMBOLS = ['***', '!!!', '%', '_', '\\', "'", '"', '&', '$$', '--', '()', '🍕', '@#', '…'];
const ACCENTED: Record<string, string> = { a: 'á', e: 'ê', i: 'ï', o: 'ö', u: 'ù', c: 'ç', n: 'ñ', s: 'š' };

function misspelled(random: Random, word: string): string {
  const characters = [...word];
  const position = random.below(characters.length);
  const [character = '', next = ''] = characters.slice(position, position + 2);
  const typo = random.pick([
    [next, character],
    [],
    [character, character, next],
    [random.pick(LETTERS), next],
    [character, random.pick(LETTERS), next],
  ]);
  characters.splice(position, 2, ...typo);
  return characters.join('');
}

const splitWords = (name: string) => name.split(/\s+/).filter((word) => word !== '');

function pickPart(random: Random, word: string): string {
  const characters = [...word];
  const from = random.below(characters.length);
  return characters.slice(from, from + 1 + random.below(characters.length - from)).join('');
}

type SearchTextBuilder = (random: Random, words: string[]) => string;

const NAMES: readonly SearchTextBuilder[] = [
  (random, words) => random.pick(words),
  (random, words) => pickPart(random, random.pick(words)),
  (random, words) => pickPart(random, random.pick(words)),
  (_random, words) => words.join(' '),
  (random, words) => `${random.pick(words)} ${pickPart(random, random.pick(words))}`,
  (random, words) => misspelled(random, random.pick(words)),
  (random, words) => words.map((word) => (random.chance(0.4) ? misspelled(random, word) : word)).join(' '),
  (random) => random.pick(LETTERS),
  (random) => random.pick(LETTERS) + random.pick(LETTERS),
  (random, words) => [...random.pick(words)].map((character) => ACCENTED[character] ?? character).join(''),
  (random, words) => random.pick(words).toUpperCase(),
  (random, words) => `${random.pick(SYMBOLS)}${random.pick(words)}${random.pick(SYMBOLS)}`,
  (random) => random.pick(SYMBOLS),
  (random) =>
    random.pick([
      ...['pizza', 'the', 'of', 'shop', 'smith', 'cafe', 'piza', 'restaraunt', 'dentel', 'zzzzzz'],
      ...['dentist', 'Vet', 'realtors', 'jobs'],
    ]),
];

function place(random: Random, zips: readonly ZipCode[]): Pick<SavingsSearch, 'zip' | 'city' | 'state'> {
  const noLocation = { zip: null, city: null, state: null };
  if (random.chance(0.3)) return noLocation;
  const { zip, city, state } = random.chance(0.6) ? pickZip(random) : random.pick(zips);
  if (random.chance(0.02)) return { ...noLocation, zip: '00000' };
  if (random.chance(0.6)) return { ...noLocation, zip: random.chance(0.1) ? `${zip}-1234` : zip };
  return { zip: null, city: random.chance(0.2) ? city.toUpperCase() : city, state };
}

/** Makes a random search, usually for words and places of existing stores. */
export function randomSearch(
  random: Random,
  stores: readonly GeneratedStore[],
  zips: readonly ZipCode[],
): SavingsSearch {
  const words = splitWords(random.pick(stores).name);
  const name = random.chance(0.55) ? random.pick(NAMES)(random, words).trim().slice(0, 100) : '';
  return {
    ...place(random, zips),
    name: name.isWellFormed() && name !== '' ? name : null,
    category: random.chance(0.25) ? 1 + random.below(19) : null,
    type: random.chance(0.12)
      ? random.pick(['Food & Drink', 'Retail', 'Dental', 'Other', 'Find Employment'])
      : null,
    distance: random.pick([20, 40, 60, 100] as const),
    national: random.chance(0.3),
    sortBy: random.pick([1, 2, 3, 4, 5] as const),
    skip: random.chance(0.5)
      ? 0
      : random.pickSkewed([...Array(40).keys()], 1.5) * random.pick([1, 10, 10, 100, 1000]),
    limit: random.chance(0.7) ? 10 : 1 + random.below(100),
  };
}
