/** The fields that lists can be filtered by without reading every object. */
const INDEXED_FIELDS = ['customer', 'subscription', 'invoice', 'payment_intent', 'charge', 'status'];

/** Ids by key, in insertion order. Most keys have one id, which is stored without a Set to save memory. */
export class Index {
  readonly #ids = new Map<string, string | Set<string>>();

  find(key: string): Iterable<string> {
    const found = this.#ids.get(key);
    return typeof found === 'string' ? [found] : (found ?? []);
  }

  add(key: string, id: string): void {
    const found = this.#ids.get(key);
    if (found === undefined) this.#ids.set(key, id);
    else if (typeof found !== 'string') found.add(id);
    else if (found !== id) this.#ids.set(key, new Set([found, id]));
  }

  remove(key: string, id: string): void {
    const found = this.#ids.get(key);
    if (found === id) this.#ids.delete(key);
    else if (found !== undefined && typeof found !== 'string' && found.delete(id) && found.size === 0) {
      this.#ids.delete(key);
    }
  }
}

export function* indexKeys(kind: string, value: object): Generator<string> {
  for (const field of INDEXED_FIELDS) {
    const found: unknown = Reflect.get(value, field);
    if (typeof found === 'string') yield `${kind}.${field}=${found}`;
  }
  const nested = nestedReference(value);
  if (nested !== undefined) yield `${kind}.${nested}`;
}

/** An invoice's subscription and an invoice payment's intent are nested one level deeper. */
function nestedReference(value: object): string | undefined {
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
