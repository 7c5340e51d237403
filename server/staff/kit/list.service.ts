import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { isPrintable } from '../../lib/line-rules.ts';
import { centsToDollars } from '../../lib/money.ts';
import { guardCell, UTF8_BOM } from '../../lib/spreadsheet.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import type { CellValue, KeyedRow, ListRequest, ReadList } from './list.repository.ts';
import type { Cell, ListInput, ListPage } from './list.schema.ts';
import { type CellFormat, isFilterValue, type ListDefinition } from './list.shared.ts';

export interface StaffList {
  definition: ListDefinition;
  read: ReadList;
}

type StaffContext = Pick<AccountContext, 'deps' | 'account'>;

const PAGE_SIZE = 50;
const CSV_BATCH_SIZE = 250;
const DEVELOPER = 42;

/**
 * Reads a page of a list. Throws INVALID_INPUT for a filter, order, or cursor that the list doesn't have, and
 * NOT_ALLOWED if it is only for developers.
 */
export async function readListPage(
  ctx: StaffContext,
  { definition, read }: StaffList,
  input: ListInput,
): Promise<ListPage> {
  const request = createRequest(ctx, definition, input, PAGE_SIZE + 1);
  const rows = await read(ctx.deps.db, request);
  const page = rows.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    rows: page.map((row) => presentRow(definition, row)),
    nextCursor: last && rows.length > PAGE_SIZE ? writeCursor(last) : null,
  };
}

/** Streams all pages as CSV, with the list's columns, filters, and order. The audit log records it. */
export async function* streamListCsv(
  ctx: StaffContext,
  { definition, read }: StaffList,
  input: ListInput,
): AsyncGenerator<string> {
  const request = createRequest(ctx, definition, { ...input, cursor: null }, CSV_BATCH_SIZE);
  const { search, filters } = request;
  await recordAudit(ctx.deps.db, {
    actorId: ctx.account.id,
    action: 'list.download',
    subject: `list:${input.list}`,
    at: ctx.deps.now(),
    change: { before: null, after: JSON.stringify({ search, filters }) },
  });
  const columns = Object.entries(definition.columns);
  let prefix = UTF8_BOM + stringify([columns.map(([, { label }]) => label)]);
  for (let after: ListRequest['after'] = null; ; ) {
    const rows = await read(ctx.deps.db, { ...request, after });
    const lines = rows
      .map((row) => presentRow(definition, row))
      .map((row) => columns.map(([name, { format }]) => writeCell(row[name] ?? null, format)));
    yield prefix + stringify(lines);
    prefix = '';
    const last = rows.at(-1);
    if (!last || rows.length < CSV_BATCH_SIZE) return;
    after = { key: last.sortKey, id: last.id };
  }
}

function createRequest(
  { deps, account }: StaffContext,
  definition: ListDefinition,
  input: ListInput,
  limit: number,
): ListRequest {
  if (definition.isSystem && account.accountType !== DEVELOPER) throw new AppError('NOT_ALLOWED');
  const column = input.sort ?? definition.sort.column;
  if (column !== definition.sort.column && !definition.columns[column]?.isSortable) {
    throw new AppError('INVALID_INPUT');
  }
  if (!isPrintable(input.search)) throw new AppError('INVALID_INPUT');
  for (const [name, value] of Object.entries(input.filters)) {
    const filter = definition.filters[name];
    if (!filter || !isFilterValue(filter, value)) throw new AppError('INVALID_INPUT');
    if ('format' in filter && !z.iso.date().safeParse(value).success) throw new AppError('INVALID_INPUT');
  }
  return {
    search: definition.search === undefined ? '' : input.search,
    filters: input.filters,
    sort: { column, isDescending: (input.direction ?? definition.sort.direction) === 'desc' },
    after: input.cursor ? readCursor(input.cursor) : null,
    limit,
    now: deps.now(),
  };
}

const cursorContent = z.tuple([z.string().max(500), z.string().max(100)]);

function writeCursor({ sortKey, id }: KeyedRow): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString('base64url');
}

function readCursor(cursor: string): NonNullable<ListRequest['after']> {
  try {
    const [key, id] = cursorContent.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { key, id };
  } catch (cause) {
    throw new AppError('INVALID_INPUT', { cause });
  }
}

function presentRow(definition: ListDefinition, row: KeyedRow): Record<string, Cell> {
  const values = new Map<string, CellValue>(Object.entries(row));
  const cells = Object.keys(definition.columns).map((name) => [name, presentCell(values.get(name) ?? null)]);
  return { id: row.id, ...Object.fromEntries(cells) };
}

const presentCell = (value: CellValue): Cell => (value instanceof Date ? value.toISOString() : value);

function writeCell(value: Cell, format: CellFormat): string {
  if (value === null) return '';
  if (format === 'cents' && typeof value === 'number') return centsToDollars(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? guardCell(value) : String(value);
}
