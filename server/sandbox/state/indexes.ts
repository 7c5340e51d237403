/** Lists can be filtered by these fields without scanning every object. */
const INDEXED_FIELDS = [
  'customer',
  'subscription',
  'invoice',
  'payment_intent',
  'charge',
  'source',
  'status',
];

/**
 * Maps a key to ids, in insertion order. Most keys have one id, which is stored without a Set to save memory.
 */
export class Index {
  readonly #ids = new Map<string, string | Set<string>>();

  find(key: string): Iterable<string> {
    const entry = this.#ids.get(key);
    return typeof entry === 'string' ? [entry] : (entry ?? []);
  }

  add(key: string, id: string): void {
    const entry = this.#ids.get(key);
    if (entry === undefined) this.#ids.set(key, id);
    else if (typeof entry !== 'string') entry.add(id);
    else if (entry !== id) this.#ids.set(key, new Set([entry, id]));
  }

  remove(key: string, id: string): void {
    const entry = this.#ids.get(key);
    if (entry === id) this.#ids.delete(key);
    else if (entry !== undefined && typeof entry !== 'string' && entry.delete(id) && entry.size === 0) {
      this.#ids.delete(key);
    }
  }
}

export function* listIndexKeys(kind: string, value: object): Generator<string> {
  for (const field of INDEXED_FIELDS) {
    const fieldValue: unknown = Reflect.get(value, field);
    if (typeof fieldValue === 'string') yield `${kind}.${field}=${fieldValue}`;
  }
  const nested = findNestedReference(value);
  if (nested !== undefined) yield `${kind}.${nested}`;
}

/**
 * The subscription of an invoice and the intent of an invoice payment are nested one level deeper than other
 * references.
 */
function findNestedReference(value: object): string | undefined {
  const parent: unknown = Reflect.get(value, 'parent');
  if (typeof parent === 'object' && parent !== null) {
    const details: unknown = Reflect.get(parent, 'subscription_details');
    if (typeof details === 'object' && details !== null) {
      return `subscription=${String(Reflect.get(details, 'subscription'))}`;
    }
  }
  const payment: unknown = Reflect.get(value, 'payment');
  if (typeof payment === 'object' && payment !== null) {
    return `payment_intent=${String(Reflect.get(payment, 'payment_intent'))}`;
  }
  return undefined;
}
