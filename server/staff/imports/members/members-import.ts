import { hash } from 'node:crypto';
import type { DayReading } from '../../../lib/table/day.ts';
import type { Headings } from '../../../lib/table/headings.ts';
import { type LineFault, openTable, type TableCells, type TableSurvey } from '../../../lib/table/table.ts';
import { inTurns } from '../../../platform/take-turns.ts';
import type { ImportBatch, ImportKind, LineOutcome } from '../import-kind.ts';
import { MEMBER_DAY_COLUMNS, MEMBERS_TABLE } from './member-columns.shared.ts';
import { type MemberImportOptions, memberImportOptions } from './member-options.shared.ts';
import { type CellFault, createRowReader, type MemberReading, type MemberRow } from './member-row.ts';
import { listMemberPlans, resolveMembers } from './resolve-members.service.ts';
import { compareMembers, saveMembers } from './save-members.service.ts';

/** Rows per batch. Small, because on the embedded database, a transaction blocks every other query. */
const MAX_ROWS = 200;
/** Each row with a Stripe id needs several calls to Stripe. */
const MAX_STRIPE_ROWS = 40;

interface RawRow {
  line: number;
  cells: TableCells;
}

interface Batch {
  lastLine: number;
  rows: RawRow[];
  stripeRows: number;
  faults: LineFault[];
}

const newBatch = (): Batch => ({ lastLine: 0, rows: [], stripeRows: 0, faults: [] });

function isFull({ rows, faults, stripeRows }: Batch): boolean {
  return rows.length + faults.length >= MAX_ROWS || stripeRows >= MAX_STRIPE_ROWS;
}

export const membersImport: ImportKind = {
  options: memberImportOptions,
  table: MEMBERS_TABLE,
  dayColumns: MEMBER_DAY_COLUMNS,
  async *readBatches(chunks, options, survey) {
    const parsedOptions = memberImportOptions.parse(options);
    const { headings, rows } = await openTable(chunks, MEMBERS_TABLE, survey);
    const toReading = (column: string) => createDayReading(column, headings, survey, parsedOptions);
    const dayReadings = { started: toReading('started'), paid_through: toReading('paid_through') };
    const findDuplicates = createDuplicateFinder();
    let batch = newBatch();
    for await (const entry of rows) {
      if (isFull(batch)) {
        yield toImportBatch(batch, parsedOptions, dayReadings);
        batch = newBatch();
      }
      if ('fault' in entry) {
        batch.faults.push(entry.fault);
        batch.lastLine = Math.max(batch.lastLine, entry.fault.line);
        continue;
      }
      const { line, cells } = entry;
      batch.lastLine = line;
      const duplicates = findDuplicates(entry);
      batch.faults.push(...duplicates.map((fault) => ({ line, ...fault })));
      if (duplicates.length > 0) continue;
      batch.rows.push(entry);
      if (cells.stripe_subscription_id || cells.stripe_customer_id) batch.stripeRows++;
    }
    if (batch.lastLine > 0) yield toImportBatch(batch, parsedOptions, dayReadings);
  },
};

function createDayReading(
  column: string,
  { utcColumns }: Headings,
  { dayOrders }: TableSurvey,
  { dayOrder }: MemberImportOptions,
): DayReading {
  const order = dayOrder === 'auto' ? dayOrders[column] : dayOrder;
  return { order, isUtc: utcColumns.includes(column) };
}

/** Rows are parsed only when their batch is prepared, because a resumed import skips the earlier batches. */
function toImportBatch(
  { lastLine, rows, faults }: Batch,
  options: MemberImportOptions,
  dayReadings: MemberReading['dayReadings'],
): ImportBatch {
  return {
    lastLine,
    faults,
    prepare: async (deps) => {
      const plans = await listMemberPlans(deps.db);
      const { members, cellFaults } = await parseRows(rows, { plans, dayReadings });
      const resolvedRows = await resolveMembers(deps, members);
      return {
        compare: async (db) => [...cellFaults, ...(await compareMembers(db, resolvedRows, deps.now()))],
        save: async (trx) => [...cellFaults, ...(await saveMembers(deps, trx, resolvedRows, options))],
      };
    },
  };
}

async function parseRows(
  rows: readonly RawRow[],
  reading: MemberReading,
): Promise<{ members: MemberRow[]; cellFaults: LineOutcome[] }> {
  const readMemberRow = createRowReader(reading);
  const members: MemberRow[] = [];
  const cellFaults: LineOutcome[] = [];
  for await (const { line, cells } of inTurns(rows)) {
    const row = readMemberRow(line, cells);
    if ('faults' in row) cellFaults.push(...row.faults.map((fault) => ({ line, ...fault })));
    else members.push(row);
  }
  return { members, cellFaults };
}

/**
 * Rows are spread over several small maps, because one map with all rows of a large file takes long to grow.
 */
const MAP_COUNT = 64;
/** In bytes. Long enough that different rows never have the same key. */
const KEY_LENGTH = 12;

/**
 * Finds rows whose email and plan, external id, or Stripe subscription already appeared in the file. Stores
 * short digests instead of the values to save memory.
 */
function createDuplicateFinder(): (row: RawRow) => CellFault[] {
  const maps = Array.from({ length: MAP_COUNT }, () => new Map<string, number>());
  return ({ line, cells: { email, plan, external_id, stripe_subscription_id } }) => {
    const faults: CellFault[] = [];
    const checkColumn = (column: keyof typeof DUPLICATES, cell: string | undefined, other = '') => {
      if (!cell?.trim()) return;
      const text = JSON.stringify([column, cell.trim(), other.trim()]);
      const key = hash('sha256', text, 'binary').slice(0, KEY_LENGTH);
      const lines = maps[key.charCodeAt(0) % MAP_COUNT];
      const earlierLine = lines?.get(key);
      if (earlierLine === undefined) lines?.set(key, line);
      else faults.push({ column, message: `${DUPLICATES[column]}; line ${earlierLine} already has it` });
    };
    checkColumn('email', email?.toLowerCase(), plan?.toLowerCase());
    checkColumn('external_id', external_id);
    checkColumn('stripe_subscription_id', stripe_subscription_id);
    return faults;
  };
}

const DUPLICATES = {
  email: 'A member can have each plan only once',
  external_id: 'Each member needs a different ID',
  stripe_subscription_id: 'A subscription can pay for only one membership',
} as const;
