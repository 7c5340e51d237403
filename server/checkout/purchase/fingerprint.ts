import { createHash, createHmac } from 'node:crypto';

/** JSON whose keys stand in one order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** A digest of what is bought, without the card: a new card for the same cart is the same purchase (DESIGN D41). */
export function fingerprintOf(cart: unknown): string {
  return createHash('sha256').update(canonical(cart)).digest('hex');
}

/** A key for older clients, which send none: their whole call, the card's token included (DESIGN D40). */
export function derivedKey(secret: string, ...parts: unknown[]): string {
  return createHmac('sha256', secret).update(canonical(parts)).digest('hex');
}
