import { z } from 'zod';
import type { World } from '../state/world.ts';
import { invalidParam } from './errors.ts';
import type { Form } from './form.ts';
import { page } from './lists.ts';
import { expand, integer, read, text } from './params.ts';
import type { Records } from './wire.ts';

const searchParams = z.strictObject({
  query: text,
  limit: page.limit,
  page: integer.optional(),
  expand: expand.optional(),
});

interface SearchResult<T> {
  object: 'search_result';
  data: T[];
  has_more: boolean;
  next_page: string | null;
  url: string;
}

interface Clause {
  readonly field: string;
  readonly value: string;
  readonly not: boolean;
}

/** `metadata['purchase']:'17' AND status:'active'`: equality on indexed fields, joined by AND. */
const CLAUSE =
  /^\s*(-?)(?:metadata\[(['"])(.+?)\2\]|([a-z_]+))\s*:\s*(['"])((?:[^\\]|\\.)*?)\5\s*(?:AND\s+|and\s+|$)/;

type Searchable = 'customer' | 'subscription' | 'payment_intent' | 'invoice' | 'charge';
const FIELDS: Readonly<Record<Searchable, readonly string[]>> = {
  customer: ['email', 'name', 'phone'],
  subscription: ['status', 'canceled_at'],
  payment_intent: ['status', 'customer', 'currency'],
  invoice: ['status', 'customer', 'subscription', 'number', 'currency'],
  charge: ['status', 'customer', 'currency'],
};

export function search<K extends Searchable>(
  world: World,
  kind: K,
  form: Form,
  url: string,
): SearchResult<Records[K]> {
  const given = read(searchParams, form);
  const clauses = parse(given.query, kind);
  const first = clauses.find((clause) => !clause.not && clause.field.startsWith('metadata.'));
  const rows =
    first === undefined ? world.store.list(kind) : world.store.list(kind, first.field, first.value);
  const visible = world.now() - world.state.settings.searchLagSeconds;
  const found = rows.filter(
    (row) => row.created <= visible && clauses.every((clause) => matches(row, clause)),
  );
  const limit = given.limit ?? 10;
  const start = (given.page ?? 0) * limit;
  const more = found.length > start + limit;
  return {
    object: 'search_result',
    data: found.slice(start, start + limit),
    has_more: more,
    next_page: more ? String((given.page ?? 0) + 1) : null,
    url,
  };
}

function parse(query: string, kind: Searchable): Clause[] {
  const clauses: Clause[] = [];
  let rest = query;
  while (rest.trim() !== '') {
    const match = CLAUSE.exec(rest);
    if (match === null) throw unreadable();
    const [whole, minus, , metadataKey, name, , value = ''] = match;
    if (name !== undefined && !FIELDS[kind].includes(name)) {
      throw invalidParam(
        'query',
        `Field \`${name}\` is an unsupported search field for resource \`${kind}s\`.`,
      );
    }
    clauses.push({
      field: metadataKey === undefined ? (name ?? '') : `metadata.${metadataKey}`,
      value: value.replaceAll(/\\(.)/g, '$1'),
      not: minus === '-',
    });
    rest = rest.slice(whole.length);
  }
  if (clauses.length === 0) throw unreadable();
  return clauses;
}

function unreadable() {
  return invalidParam(
    'query',
    'We were unable to parse your search query. Try using the format `metadata["key"]:"value"`.',
  );
}

function matches(row: object, { field, value, not }: Clause): boolean {
  let actual: unknown;
  if (field.startsWith('metadata.')) {
    const metadata: unknown = Reflect.get(row, 'metadata');
    actual =
      typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, field.slice(9)) : undefined;
  } else actual = Reflect.get(row, field);
  return (actual === value) !== not;
}
