import type { SavingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { GeneratedStore } from './generate.ts';
import { pickZip, type Zip } from './places.ts';
import type { Random } from './random.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const SIGNS = ['***', '!!!', '%', '_', '\\', "'", '"', '&', '$$', '--', '()', '🍕', '@#', '…'];
const ACCENTED: Record<string, string> = { a: 'á', e: 'ê', i: 'ï', o: 'ö', u: 'ù', c: 'ç', n: 'ñ', s: 'š' };

/** A word as somebody types it in a hurry. */
function misspelled(random: Random, word: string): string {
  const signs = [...word];
  const at = random.below(signs.length);
  const [sign = '', next = ''] = signs.slice(at, at + 2);
  const replaced = random.pick([
    [next, sign],
    [],
    [sign, sign, next],
    [random.pick(LETTERS), next],
    [sign, random.pick(LETTERS), next],
  ]);
  signs.splice(at, 2, ...replaced);
  return signs.join('');
}

const wordsOf = (name: string) => name.split(/\s+/).filter((word) => word !== '');

function part(random: Random, word: string): string {
  const signs = [...word];
  const from = random.below(signs.length);
  return signs.slice(from, from + 1 + random.below(signs.length - from)).join('');
}

type Name = (random: Random, words: string[]) => string;

const NAMES: readonly Name[] = [
  (random, words) => random.pick(words),
  (random, words) => part(random, random.pick(words)),
  (random, words) => part(random, random.pick(words)),
  (_random, words) => words.join(' '),
  (random, words) => `${random.pick(words)} ${part(random, random.pick(words))}`,
  (random, words) => misspelled(random, random.pick(words)),
  (random, words) => words.map((word) => (random.chance(0.4) ? misspelled(random, word) : word)).join(' '),
  (random) => random.pick(LETTERS),
  (random) => random.pick(LETTERS) + random.pick(LETTERS),
  (random, words) => [...random.pick(words)].map((sign) => ACCENTED[sign] ?? sign).join(''),
  (random, words) => random.pick(words).toUpperCase(),
  (random, words) => `${random.pick(SIGNS)}${random.pick(words)}${random.pick(SIGNS)}`,
  (random) => random.pick(SIGNS),
  (random) =>
    random.pick(['pizza', 'the', 'of', 'shop', 'smith', 'cafe', 'piza', 'restaraunt', 'dentel', 'zzzzzz']),
];

function place(random: Random, zips: readonly Zip[]): Pick<SavingsSearch, 'zip' | 'city' | 'state'> {
  const nowhere = { zip: null, city: null, state: null };
  if (random.chance(0.3)) return nowhere;
  const { zip, city, state } = random.chance(0.6) ? pickZip(random) : random.pick(zips);
  if (random.chance(0.02)) return { ...nowhere, zip: '00000' };
  if (random.chance(0.6)) return { ...nowhere, zip: random.chance(0.1) ? `${zip}-1234` : zip };
  return { zip: null, city: random.chance(0.2) ? city.toUpperCase() : city, state };
}

/** A search as somebody could send it, about stores that exist. */
export function randomSearch(
  random: Random,
  stores: readonly GeneratedStore[],
  zips: readonly Zip[],
): SavingsSearch {
  const words = wordsOf(random.pick(stores).name);
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
