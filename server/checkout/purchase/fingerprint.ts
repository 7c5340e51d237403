import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../deps.ts';

/** JSON with sorted keys, so that equal values produce equal text. */
function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${toCanonicalJson(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** Digests the cart without the payment card: retrying with another card is still the same purchase. */
export function computeFingerprint(cart: unknown): string {
  return createHash('sha256').update(toCanonicalJson(cart)).digest('hex');
}

/**
 * Derives the idempotency key for older clients, which send none, from the whole call (D40). It uses the oldest secret, so
 * that a new one in front changes no key: a retry just after that still finds its purchase.
 */
export function deriveIdempotencyKey(
  { identitySecrets }: Pick<Deps, 'identitySecrets'>,
  ...parts: unknown[]
): string {
  return createHmac('sha256', identitySecrets.at(-1) ?? identitySecrets[0])
    .update(toCanonicalJson(parts))
    .digest('hex');
}
