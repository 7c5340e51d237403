/** A seeded random generator, so that the demo data is the same each time. */
export interface Random {
  /** Returns a number that is at least 0 and less than 1. */
  next(): number;
  /** Returns an integer from `low` to `high`, including both. */
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  weighted<T extends { weight: number }>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Mulberry32: fast, and random enough for demo data. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() * list.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  };
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick,
    weighted: (list) => {
      let remaining = next() * list.reduce((sum, { weight }) => sum + weight, 0);
      for (const item of list) {
        remaining -= item.weight;
        if (remaining < 0) return item;
      }
      return pick(list);
    },
    chance: (probability) => next() < probability,
  };
}
