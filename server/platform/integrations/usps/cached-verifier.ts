import { type AddressResult, type AddressVerifier, addressKey } from './address-verifier.ts';

interface CacheOptions {
  /** The maximum number of cached results. The least recently used are dropped first. */
  size?: number;
  ttlMs?: number;
  now?: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Caches results, because USPS allows 60 requests an hour. Concurrent requests for the same address share one
 * call. 'unavailable' isn't cached.
 */
export function createCachedVerifier(
  verifier: AddressVerifier,
  { size = 5_000, ttlMs = DAY_MS, now = () => new Date() }: CacheOptions = {},
): AddressVerifier {
  const cache = new Map<string, { result: AddressResult; expiresAtMs: number }>();
  const pending = new Map<string, Promise<AddressResult>>();

  function readCache(key: string): AddressResult | undefined {
    const entry = cache.get(key);
    if (!entry) return undefined;
    cache.delete(key);
    if (entry.expiresAtMs <= now().getTime()) return undefined;
    cache.set(key, entry);
    return entry.result;
  }

  function writeCache(key: string, result: AddressResult): void {
    if (result.status === 'unavailable') return;
    cache.set(key, { result, expiresAtMs: now().getTime() + ttlMs });
    const [oldest] = cache.keys();
    if (cache.size > size && oldest !== undefined) cache.delete(oldest);
  }

  return {
    isStandIn: verifier.isStandIn,
    verify: async (address) => {
      const key = addressKey(address);
      const cachedResult = readCache(key) ?? pending.get(key);
      if (cachedResult) return cachedResult;
      const verification = verifier.verify(address).finally(() => pending.delete(key));
      pending.set(key, verification);
      const result = await verification;
      writeCache(key, result);
      return result;
    },
  };
}
