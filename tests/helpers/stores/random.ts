/** A seeded source of random values. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from 0 up to, but not including, `below`. */
  below(below: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks one of the items. Earlier items are far more likely, like the common words of a language. */
  pickSkewed<T>(items: readonly T[], skew: number): T;
  /** Normally distributed, with mean 0 and standard deviation 1. */
  normal(): number;
  hex(digits: number): string;
}

/** sfc32, a small seedable random number generator: the same seed always produces the same data. */
function sfc32(seed: number): () => number {
  let [a, b, c, d] = [0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162 + seed, 1];
  const step = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 15; i++) step();
  return step;
}

export function createRandom(seed: number): Random {
  const step = sfc32(seed);
  const next = () => step() / 2 ** 32;
  const below = (limit: number) => Math.floor(next() * limit);
  const itemAt = <T>(items: readonly T[], index: number): T => {
    const item = items[index];
    if (item === undefined) throw new Error('The list is empty');
    return item;
  };
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => itemAt(items, below(items.length)),
    pickSkewed: (items, skew) => itemAt(items, Math.floor(items.length * next() ** skew)),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    hex: (digits) => {
      let text = '';
      while (text.length < digits) text += step().toString(16).padStart(8, '0');
      return text.slice(0, digits);
    },
  };
}
