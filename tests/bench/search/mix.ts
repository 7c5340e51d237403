import type pg from 'pg';
import { TYPE_NAMES } from '#server/domains/stores/category.shared.ts';
import { SEARCH_DISTANCES_MILES } from '#server/domains/stores/search/search-rules.shared.ts';
import { pickZip } from '#tests/helpers/stores/places.ts';
import { createRandom, type Random } from '#tests/helpers/stores/random.ts';
import type { SearchInput } from './cases.ts';

const SEED = 4711;
const CATEGORIES = 19;

/** Describes the mix in the report. */
export const MIX_NOTE =
  `The mix: 77 % of the searches have a place. 80 % of these use ZIP codes weighted by their number of
  stores, 20 % use random ones; a quarter name a city and state instead. Most search within 60 miles. 27 % have a name:
  a word weighted by how many stores have it, in 1 of 8 a prefix, in 1 of 10 two words, in 1 of 33 a typo.
  13 % include national stores (half of these with a place), 12 % have a category,
  4 % a type, 5 % no filter. Sort: name 68 %, name descending 5 %, type 12 %, type descending 5 %, distance 10 %.
  Pages: mostly 1 to 3, 7 % up to page 20, 3 % up to page 500.`.replace(/\s+/g, ' ');

interface NameWord {
  word: string;
  cumulativeStores: number;
}

/** Reads words of ASCII letters, for which every design finds the same stores. */
async function readWords(client: pg.ClientBase): Promise<NameWord[]> {
  const { rows } = await client.query<NameWord>(
    `select word, sum(stores) over (order by word)::float8 as "cumulativeStores" from search_words
     where stores > 0 and word ~ '^[a-z]{3,}$' order by word`,
  );
  return rows;
}

async function readNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select search_name as name from stores where is_listed and search_name ~ '^[a-z]{3,}( [a-z]{3,})+$'
     order by id limit 2000`,
  );
  return rows.map(({ name }) => name);
}

function pickWord(random: Random, words: readonly NameWord[]): string {
  const target = random.next() * (words.at(-1)?.cumulativeStores ?? 0);
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.cumulativeStores ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return words[low]?.word ?? 'pizza';
}

function addTypo(random: Random, word: string): string {
  const at = 1 + random.below(Math.max(1, word.length - 2));
  return word.length < 5 ? word : word.slice(0, at) + word.slice(at + 1);
}

function pickName(random: Random, words: readonly NameWord[], names: readonly string[]): string {
  const chance = random.next();
  if (chance < 0.1) return random.pick(names).split(' ').slice(0, 2).join(' ');
  const word = pickWord(random, words);
  if (chance < 0.13) return addTypo(random, word);
  return chance < 0.255 ? word.slice(0, Math.max(3, word.length - 2)) : word;
}

type Place = Pick<SearchInput, 'zip' | 'city' | 'state' | 'distance'>;

function pickPlace(random: Random, places: readonly Place[]): Place {
  const { zip, city, state } = random.chance(0.8) ? pickZip(random) : random.pick(places);
  const distance = random.chance(0.7) ? 60 : random.pick(SEARCH_DISTANCES_MILES);
  return random.chance(0.25) ? { city, state, distance } : { zip, distance };
}

function pickPage(random: Random): number {
  const chance = random.next();
  if (chance < 0.03) return random.below(500);
  if (chance < 0.1) return 3 + random.below(17);
  return chance < 0.72 ? 0 : 1 + random.below(2);
}

function pickSort(random: Random, hasPlace: boolean): SearchInput['sortBy'] {
  const chance = random.next();
  if (chance < 0.13 && hasPlace) return 5;
  if (chance > 0.95) return 2;
  if (chance > 0.9) return 4;
  return chance > 0.78 ? 3 : 1;
}

/** Creates random searches of all kinds, the same in every run over the same stores. */
export async function createSearchMix(client: pg.ClientBase, count: number): Promise<SearchInput[]> {
  const random = createRandom(SEED);
  const words = await readWords(client);
  const names = await readNames(client);
  const { rows: places } = await client.query<Place>('select zip, city, state from places order by zip');
  return Array.from({ length: count }, (): SearchInput => {
    const kind = random.next();
    const hasPlace = kind < 0.77;
    const hasName = (kind >= 0.62 && kind < 0.77) || (kind >= 0.77 && kind < 0.89);
    const isNational = kind < 0.07 || (kind >= 0.89 && kind < 0.95);
    return {
      ...(hasPlace ? pickPlace(random, places) : {}),
      ...(hasName ? { name: pickName(random, words, names) } : {}),
      ...(isNational ? { national: true } : {}),
      ...(random.chance(0.12) ? { category: 1 + random.below(CATEGORIES) } : {}),
      ...(random.chance(0.04) ? { type: random.pick(TYPE_NAMES) } : {}),
      sortBy: pickSort(random, hasPlace),
      skip: 10 * pickPage(random),
    };
  });
}
