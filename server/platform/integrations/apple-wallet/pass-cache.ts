/** A pass takes about 100 kB of memory. */
const MAX_PASSES = 100;

/** Caches the most recently used passes. Concurrent requests for the same pass share one promise. */
export function createPassCache<T>(maxPasses = MAX_PASSES) {
  const passes = new Map<string, Promise<T>>();
  return {
    get(key: string, make: () => Promise<T>): Promise<T> {
      const pass = passes.get(key) ?? make();
      passes.delete(key);
      passes.set(key, pass);
      // Don't cache failures.
      pass.catch(() => {
        if (passes.get(key) === pass) passes.delete(key);
      });
      const [oldest] = passes.keys();
      if (passes.size > maxPasses && oldest !== undefined) passes.delete(oldest);
      return pass;
    },
  };
}
