import { type AddressAnswer, type AddressVerifier, addressKey } from './address-verifier.ts';

interface CacheOptions {
  /** The maximum number of cached results; the least recently used are dropped first. */
  size?: number;
  ttlMs?: number;
  now?: () => Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Caches results, because USPS allows 60 requests an hour. Addresses that differ only by case and spaces share an
 * entry, concurrent requests for the same address share one call, and 'unavailable' is never cached.
 */
export function createCachedVerifier(
  verifier: AddressVerifier,
  { size = 5_000, ttlMs = DAY_MS, now = () => new Date() }: CacheOptions = {},
): AddressVerifier {
  const kept = new Map<string, { answer: AddressAnswer; until: number }>();
  const asking = new Map<string, Promise<AddressAnswer>>();

  function recall(key: string): AddressAnswer | undefined {
    const entry = kept.get(key);
    if (!entry) return undefined;
    kept.delete(key);
    if (entry.until <= now().getTime()) return undefined;
    kept.set(key, entry);
    return entry.answer;
  }

  function remember(key: string, answer: AddressAnswer): void {
    if (answer.status === 'unavailable') return;
    kept.set(key, { answer, until: now().getTime() + ttlMs });
    const [oldest] = kept.keys();
    if (kept.size > size && oldest !== undefined) kept.delete(oldest);
  }

  return {
    standIn: verifier.standIn,
    verify: async (address) => {
      const key = addressKey(address);
      const known = recall(key) ?? asking.get(key);
      if (known) return known;
      const question = verifier.verify(address).finally(() => asking.delete(key));
      asking.set(key, question);
      const answer = await question;
      remember(key, answer);
      return answer;
    },
  };
}
