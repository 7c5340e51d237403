/** Passes are some 100 kB each. */
const LARGEST = 100;

/** Keeps what is made under a key, the most recently asked for; who asks while it is being made waits for the same. */
export function createPassCache<T>(largest = LARGEST) {
  const kept = new Map<string, Promise<T>>();
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const present = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, present);
      // What failed is made again for whoever asks next.
      present.catch(() => {
        if (kept.get(key) === present) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > largest && oldest !== undefined) kept.delete(oldest);
      return present;
    },
  };
}
