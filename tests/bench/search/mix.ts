import type pg from 'pg';
import { TYPE_NAMES } from '#server/stores/category.shared.ts';
import { SEARCH_DISTANCES } from '#server/stores/search/search-rules.shared.ts';
import { pickZip } from '#tests/helpers/stores/places.ts';
import { createRandom, type Random } from '#tests/helpers/stores/random.ts';
import type { SearchInput } from './cases.ts';

const SEED = 4711;
const CATEGORIES = 19;

/** What the mix is made of, for the reader of the figures. */
export const MIX_NOTE =
  `The mix: 77 % of the searches have a place, 8 of 10 of those where people live (a ZIP code as often
  as stores are there), 2 of 10 anywhere in the country; every fourth as city and state; 60 miles mostly. 27 % have a
  name: a word of the dictionary as often as stores have it, 1 of 8 a part of one, 1 of 10 two words of one store, 1 of
  33 with a typing error (which the trial's design answers with nothing). 13 % have national on (half of those beside a
  place), 12 % a category, 4 % a type, 5 % no filter at all. Sorts: name 68 %, backwards 5, type 12, backwards 5,
  distance 10. Pages: 1 to 3 mostly, 7 % up to page 20, 3 % up to page 500.`.replace(/\s+/g, ' ');

interface Word {
  word: string;
  sum: number;
}

/** Words of plain letters, which every design finds in the same stores. */
async function readWords(client: pg.ClientBase): Promise<Word[]> {
  const { rows } = await client.query<Word>(
    `select word, sum(stores) over (order by word)::float8 as sum from search_words
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

function pickWord(random: Random, words: readonly Word[]): string {
  const wanted = random.next() * (words.at(-1)?.sum ?? 0);
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle]?.sum ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return words[low]?.word ?? 'pizza';
}

function withAnError(random: Random, word: string): string {
  const at = 1 + random.below(Math.max(1, word.length - 2));
  return word.length < 5 ? word : word.slice(0, at) + word.slice(at + 1);
}

function nameOf(random: Random, words: readonly Word[], names: readonly string[]): string {
  const chance = random.next();
  if (chance < 0.1) return random.pick(names).split(' ').slice(0, 2).join(' ');
  const word = pickWord(random, words);
  if (chance < 0.13) return withAnError(random, word);
  return chance < 0.255 ? word.slice(0, Math.max(3, word.length - 2)) : word;
}

type Place = Pick<SearchInput, 'zip' | 'city' | 'state' | 'distance'>;

function placeOf(random: Random, places: readonly Place[]): Place {
  const { zip, city, state } = random.chance(0.8) ? pickZip(random) : random.pick(places);
  const distance = random.chance(0.7) ? 60 : random.pick(SEARCH_DISTANCES);
  return random.chance(0.25) ? { city, state, distance } : { zip, distance };
}

function pageOf(random: Random): number {
  const chance = random.next();
  if (chance < 0.03) return random.below(500);
  if (chance < 0.1) return 3 + random.below(17);
  return chance < 0.72 ? 0 : 1 + random.below(2);
}

function sortOf(random: Random, hasPlace: boolean): SearchInput['sortBy'] {
  const chance = random.next();
  if (chance < 0.13 && hasPlace) return 5;
  if (chance > 0.95) return 2;
  if (chance > 0.9) return 4;
  return chance > 0.78 ? 3 : 1;
}

/** So many searches of all kinds, the same in every run over the same stores. */
export async function mixOfSearches(client: pg.ClientBase, count: number): Promise<SearchInput[]> {
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
      ...(hasPlace ? placeOf(random, places) : {}),
      ...(hasName ? { name: nameOf(random, words, names) } : {}),
      ...(isNational ? { national: true } : {}),
      ...(random.chance(0.12) ? { category: 1 + random.below(CATEGORIES) } : {}),
      ...(random.chance(0.04) ? { type: random.pick(TYPE_NAMES) } : {}),
      sortBy: sortOf(random, hasPlace),
      skip: 10 * pageOf(random),
    };
  });
}
