import type { Kind } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { SandboxError } from './errors.ts';
import { isRecord, type JsonObject } from './json.ts';
import { inlineList } from './lists.ts';

/** The kind of object that each field refers to. */
const REFERENCES: Readonly<Record<string, Kind>> = {
  balance_transaction: 'balance_transaction',
  charge: 'charge',
  coupon: 'coupon',
  customer: 'customer',
  default_payment_method: 'payment_method',
  default_price: 'price',
  discount: 'discount',
  discounts: 'discount',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
  price: 'price',
  product: 'product',
  subscription: 'subscription',
};

/** A balance transaction's source can be of several kinds. The prefix of its id identifies the kind. */
const SOURCES: Readonly<Record<string, Kind>> = { ch: 'charge', re: 'refund', du: 'dispute' };

/** Stripe omits these fields unless the caller expands them. The outer keys are object names. */
const EXPAND_ONLY_FIELDS: Readonly<
  Record<string, Readonly<Record<string, (store: Store, object: JsonObject) => unknown>>>
> = {
  invoice: {
    payments: (store, { id }) =>
      inlineList(store.list('invoice_payment', 'invoice', String(id)), `/v1/invoices/${id}/payments`),
    confirmation_secret: (store, { id }) => {
      const payment = store.list('invoice_payment', 'invoice', String(id))[0]?.payment.payment_intent;
      const secret = payment === undefined ? null : store.get('payment_intent', payment).client_secret;
      return secret === null ? null : { client_secret: secret, type: 'payment_intent' };
    },
  },
};

const MAX_DEPTH = 4;

/** Copies an object and expands the given paths. */
export function toResponse(store: Store, object: object, paths: readonly string[] = []): JsonObject {
  for (const path of paths) {
    if (path.split('.').length > MAX_DEPTH) throw tooDeep(path);
  }
  return expandObject(store, toJson(object), paths);
}

function toJson(value: object): JsonObject {
  return { ...value };
}

function expandObject(store: Store, object: JsonObject, paths: readonly string[]): JsonObject {
  const expandOnly = EXPAND_ONLY_FIELDS[String(object.object)] ?? {};
  const pathsByField = groupByField(paths);
  const copy: JsonObject = {};
  for (const [field, value] of Object.entries(object)) {
    if (!(field in expandOnly)) copy[field] = pathsByField.has(field) ? value : copyNested(store, value);
  }
  for (const [field, subpaths] of pathsByField) {
    const load = expandOnly[field];
    const value = load === undefined ? object[field] : load(store, object);
    if (value === undefined) throw notExpandable(field);
    copy[field] = expandValue(store, field, value, subpaths);
  }
  return copy;
}

function expandValue(store: Store, field: string, value: unknown, subpaths: readonly string[]): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => expandValue(store, field, item, subpaths));
  if (isRecord(value)) return expandObject(store, value, subpaths);
  if (typeof value !== 'string') throw notExpandable(field);
  const kind = field === 'source' ? SOURCES[value.split('_')[0] ?? ''] : REFERENCES[field];
  if (kind === undefined) throw notExpandable(field);
  const referencedObject = store.find(kind, value);
  return referencedObject === undefined ? value : expandObject(store, toJson(referencedObject), subpaths);
}

/** Nested objects omit their expand-only fields too. */
function copyNested(store: Store, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => copyNested(store, item));
  if (!isRecord(value)) return value;
  if (value.object === 'list') return expandObject(store, value, []);
  return String(value.object) in EXPAND_ONLY_FIELDS ? expandObject(store, value, []) : value;
}

function groupByField(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const head = dot < 0 ? path : path.slice(0, dot);
    const rest = groups.get(head) ?? [];
    if (dot >= 0) rest.push(path.slice(dot + 1));
    groups.set(head, rest);
  }
  return groups;
}

function tooDeep(path: string): SandboxError {
  return new SandboxError(
    400,
    {
      type: 'invalid_request_error',
      code: 'property_expansion_max_depth',
      message: `You cannot expand more than 4 levels of a property. Property: ${path}`,
    },
    { remember: false },
  );
}

function notExpandable(field: string): SandboxError {
  return new SandboxError(
    400,
    { type: 'invalid_request_error', message: `This property cannot be expanded (${field}).` },
    { remember: false },
  );
}
