/** Each pass is about 100 kB. */
const LARGEST = 100;

/** Caches the most recently used passes. Concurrent requests for the same pass share one promise. */
export function createPassCache<T>(largest = LARGEST) {
  const kept = new Map<string, Promise<T>>();
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const present = kept.get(key) ?? make();
      kept.delete(key);
      kept.set(key, present);
      // Don't cache failures.
      present.catch(() => {
        if (kept.get(key) === present) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > largest && oldest !== undefined) kept.delete(oldest);
      return present;
    },
  };
}
