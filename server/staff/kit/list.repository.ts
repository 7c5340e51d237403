import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { isPrintable } from '../../lib/line-rules.ts';

/** Which rows a list's query returns, and in what order. */
export interface ListRequest {
  /** Trimmed. Empty if nothing is searched for. */
  search: string;
  /** Only values that the list's definition allows. Days are YYYY-MM-DD. */
  filters: Readonly<Record<string, string>>;
  sort: { column: string; isDescending: boolean };
  /** The last row of the previous page. Null for the first page. */
  after: { key: string; id: string } | null;
  limit: number;
  now: Date;
}

export type CellValue = string | number | boolean | Date | null;

/** A row before it is presented: the list's columns, its id, and the sort column's value as text. */
export interface KeyedRow {
  id: string;
  sortKey: string;
}

export type ReadList = (db: Db, request: ListRequest) => Promise<KeyedRow[]>;

/**
 * What a cursor may contain for each type, so that a forged one is refused before it reaches the database.
 */
const KEY_SCHEMAS = {
  text: z.string().refine(isPrintable),
  timestamptz: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  date: z.iso.date(),
  uuid: z.uuid(),
} as const;

export interface SortBy {
  expression: RawBuilder<unknown>;
  type: keyof typeof KEY_SCHEMAS;
}

/**
 * `expression` must never be null, and must have an index together with the row's id. Its values are compared
 * as `type`.
 */
export function sortBy(expression: RawBuilder<unknown>, type: SortBy['type']): SortBy {
  return { expression, type };
}

/**
 * Reads one page of a query in the requested order. Continues after a row's key instead of skipping rows, so
 * that a late page costs no more than the first. `id` is the row's unique id, such as
 * `sortBy(sql.ref('accounts.id'), 'uuid')`. Throws INVALID_INPUT if the cursor doesn't fit the order.
 */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  sorts: Readonly<Record<string, SortBy>>,
  id: SortBy,
  { sort, after, limit }: ListRequest,
) {
  const order = sorts[sort.column];
  if (order === undefined) throw new Error(`The list has no order for the column '${sort.column}'`);
  const direction = sort.isDescending ? 'desc' : 'asc';
  const isAfter = after
    ? sql<boolean>`(${order.expression}, ${id.expression}) ${sql.raw(sort.isDescending ? '<' : '>')}
        (${castKey(after.key, order)}, ${castKey(after.id, id)})`
    : sql<boolean>`true`;
  const keyedQuery = query
    .select([
      sql<string>`cast(${order.expression} as text)`.as('sortKey'),
      sql<string>`cast(${id.expression} as text)`.as('id'),
    ])
    .where(isAfter)
    .orderBy(order.expression, direction)
    .orderBy(id.expression, direction)
    .limit(limit);
  return keyedQuery.execute();
}

function castKey(value: string, { type }: SortBy): RawBuilder<unknown> {
  const key = KEY_SCHEMAS[type].safeParse(value);
  if (!key.success) throw new AppError('INVALID_INPUT');
  return sql`cast(${key.data} as ${sql.raw(type)})`;
}
