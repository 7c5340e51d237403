import { resourceMissing } from '../http/errors.ts';
import type { Kind, Records } from './records.ts';

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
class Index {
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

function* listIndexKeys(kind: string, value: object): Generator<string> {
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

type Tables = { [K in Kind]: Map<string, Records[K]> };
export type Put = { [K in Kind]: readonly [kind: K, id: string, value: Records[K] | null] }[Kind];

const NOUN_BY_KIND: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
};

/** Holds all objects in memory, in order of creation. An object is replaced, never mutated. */
export class Store {
  readonly #tables: Tables = {
    product: new Map(),
    price: new Map(),
    customer: new Map(),
    token: new Map(),
    payment_method: new Map(),
    payment_intent: new Map(),
    setup_intent: new Map(),
    charge: new Map(),
    coupon: new Map(),
    discount: new Map(),
    subscription: new Map(),
    invoice: new Map(),
    invoice_payment: new Map(),
    refund: new Map(),
    balance_transaction: new Map(),
    dispute: new Map(),
    vault_card: new Map(),
  };
  readonly #index = new Index();
  readonly #undo: (() => void)[] = [];
  readonly #dirty = new Map<string, () => Put>();

  find<K extends Kind>(kind: K, id: string): Records[K] | undefined {
    return this.#tables[kind].get(id);
  }

  /** Throws Stripe's 404 if there is no such object. */
  get<K extends Kind>(kind: K, id: string): Records[K] {
    const value = this.find(kind, id);
    if (value === undefined) throw resourceMissing(NOUN_BY_KIND[kind] ?? kind, id, kind);
    return value;
  }

  put<K extends Kind>(kind: K, value: Records[K] & { id: string }): Records[K] {
    this.#replace(kind, value.id, value);
    return value;
  }

  delete(kind: Kind, id: string): void {
    this.#replace(kind, id, undefined);
  }

  /**
   * Returns all objects of a kind, newest first, or those whose indexed field has this value, last changed
   * first.
   */
  list<K extends Kind>(kind: K, field?: string, value?: string): Records[K][] {
    const table = this.#tables[kind];
    if (field === undefined) return [...table.values()].reverse();
    const records: Records[K][] = [];
    for (const id of this.#index.find(`${kind}.${field}=${value}`)) {
      const object = table.get(id);
      if (object !== undefined) records.push(object);
    }
    return records.reverse();
  }

  /** Returns what has changed since the last `accept` or `rollback`. */
  changes(): Put[] {
    return [...this.#dirty.values()].map((read) => read());
  }

  accept(): void {
    this.#dirty.clear();
    this.#undo.length = 0;
  }

  rollback(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo.length = 0;
    this.#dirty.clear();
  }

  restore(put: Put): void {
    this.#write(put[0], put[1], put[2] ?? undefined);
  }

  snapshot(): Put[] {
    const puts: Put[] = [];
    for (const kind of listKinds(this.#tables)) {
      for (const id of this.#tables[kind].keys()) puts.push(this.#read(kind, id));
    }
    return puts;
  }

  #replace<K extends Kind>(kind: K, id: string, value: Records[K] | undefined): void {
    const old = this.find(kind, id);
    this.#undo.push(() => this.#write(kind, id, old));
    this.#dirty.set(`${kind}.${id}`, () => this.#read(kind, id));
    this.#write(kind, id, value);
  }

  #read<K extends Kind>(kind: K, id: string): Put;
  #read(kind: Kind, id: string): readonly [Kind, string, Records[Kind] | null] {
    return [kind, id, this.find(kind, id) ?? null];
  }

  #write<K extends Kind>(kind: K, id: string, value: Records[K] | undefined): void {
    const table = this.#tables[kind];
    const old = table.get(id);
    if (old !== undefined) for (const key of listIndexKeys(kind, old)) this.#index.remove(key, id);
    if (value === undefined) table.delete(id);
    else {
      table.set(id, value);
      for (const key of listIndexKeys(kind, value)) this.#index.add(key, id);
    }
  }
}

function listKinds(tables: Tables): Kind[] {
  const kinds: Kind[] = [];
  for (const kind in tables) if (isKind(tables, kind)) kinds.push(kind);
  return kinds;
}

function isKind(tables: Tables, name: string): name is Kind {
  return Object.hasOwn(tables, name);
}
