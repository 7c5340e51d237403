import { cityNames } from './places.ts';
import type { Random } from './random.ts';
import {
  ADJECTIVES,
  COMMON_NAMES,
  FIRST_HALVES,
  NOUNS,
  ODD_NAMES,
  SECOND_HALVES,
  SURNAMES,
  THINGS,
} from './words.ts';

/** Towns, not sorted by name, so that the skewed choice does not prefer the first letters of the alphabet. */
let places: string[] | undefined;

function place(random: Random): string {
  places ??= cityNames().sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return random.pickSkewed(places, 1.4);
}

function surname(random: Random): string {
  if (random.chance(0.3)) return random.pick(FIRST_HALVES) + random.pick(SECOND_HALVES);
  return random.pickSkewed(SURNAMES, 1.8);
}

function noun(random: Random, category: number): string {
  return random.pickSkewed(NOUNS[category] ?? [], 1.6).replaceAll('-', ' ');
}

type Pattern = (random: Random, what: string) => string;

const PATTERNS: readonly Pattern[] = [
  (random, what) => `${surname(random)} ${what}`,
  (random, what) => `${surname(random)}'s ${what}`,
  (random, what) => `${place(random)} ${what}`,
  (random, what) => `${random.pickSkewed(ADJECTIVES, 1.5)} ${what}`,
  (random, what) => `${surname(random)} & ${surname(random)} ${what}`,
  (random, what) => `${random.pickSkewed(ADJECTIVES, 1.5)} ${random.pick(THINGS)} ${what}`,
  (random, what) =>
    `The ${random.pick(ADJECTIVES)} ${random.pick(THINGS)}${random.chance(0.5) ? ` ${what}` : ''}`,
  (random, what) => `${what} of ${place(random)}`,
  (random, what) => `${random.pick(ADJECTIVES)} ${place(random)} ${what}`,
  (random, what) => `${what.toUpperCase()} ${1 + random.below(99)}`,
  (random, what) => `${place(random)} ${what}, LLC`,
  (random, what) => `${surname(random)}’s ${random.pick(THINGS)} ${what}`,
];

/** A realistic name for a business of this category. A few percent are common or odd names. */
export function businessName(random: Random, category: number): string {
  if (random.chance(0.02)) return random.pick(COMMON_NAMES);
  if (random.chance(0.01)) return random.pick(ODD_NAMES);
  const name = random.pickSkewed(PATTERNS, 1.3)(random, noun(random, category));
  return random.chance(0.02) ? name.toLowerCase() : name;
}
