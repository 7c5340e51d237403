import { cityNames } from './places.ts';
import type { Random } from './random.ts';
import {
  ADJECTIVES,
  BRAND_NOUNS,
  CATEGORY_NOUNS,
  COMMON_NAMES,
  FIRST_HALVES,
  ODD_NAMES,
  SECOND_HALVES,
  SURNAMES,
} from './words.ts';

/**
 * Sorted by length: `pickSkewed` prefers early items, and alphabetical order would favor the first letters.
 */
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
  return random.pickSkewed(CATEGORY_NOUNS[category] ?? [], 1.6).replaceAll('-', ' ');
}

type Pattern = (random: Random, noun: string) => string;

const PATTERNS: readonly Pattern[] = [
  (random, noun) => `${surname(random)} ${noun}`,
  (random, noun) => `${surname(random)}'s ${noun}`,
  (random, noun) => `${place(random)} ${noun}`,
  (random, noun) => `${random.pickSkewed(ADJECTIVES, 1.5)} ${noun}`,
  (random, noun) => `${surname(random)} & ${surname(random)} ${noun}`,
  (random, noun) => `${random.pickSkewed(ADJECTIVES, 1.5)} ${random.pick(BRAND_NOUNS)} ${noun}`,
  (random, noun) =>
    `The ${random.pick(ADJECTIVES)} ${random.pick(BRAND_NOUNS)}${random.chance(0.5) ? ` ${noun}` : ''}`,
  (random, noun) => `${noun} of ${place(random)}`,
  (random, noun) => `${random.pick(ADJECTIVES)} ${place(random)} ${noun}`,
  (random, noun) => `${noun.toUpperCase()} ${1 + random.below(99)}`,
  (random, noun) => `${place(random)} ${noun}, LLC`,
  (random, noun) => `${surname(random)}’s ${random.pick(BRAND_NOUNS)} ${noun}`,
];

/** Makes a realistic name for a business in this category. A few percent are very common or odd names. */
export function businessName(random: Random, category: number): string {
  if (random.chance(0.02)) return random.pick(COMMON_NAMES);
  if (random.chance(0.01)) return random.pick(ODD_NAMES);
  const name = random.pickSkewed(PATTERNS, 1.3)(random, noun(random, category));
  return random.chance(0.02) ? name.toLowerCase() : name;
}
