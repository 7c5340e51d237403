import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../../../platform/deps.ts';

/** Sorts the keys, so that equal values produce the same text. */
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

/** The cart doesn't include the payment card, so a retry with another card is still the same purchase. */
export function computeFingerprint(cart: unknown): string {
  return createHash('sha256').update(toCanonicalJson(cart)).digest('hex');
}

/**
 * Derives an idempotency key from the whole call, for callers that send none: older clients (D40) and staff
 * commands. It uses the oldest secret, so that a retry still finds its purchase after a new secret was added.
 */
export function deriveIdempotencyKey(
  { identitySecrets }: Pick<Deps, 'identitySecrets'>,
  ...parts: unknown[]
): string {
  return createHmac('sha256', identitySecrets.at(-1) ?? identitySecrets[0])
    .update(toCanonicalJson(parts))
    .digest('hex');
}
