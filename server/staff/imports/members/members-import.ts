import { hash } from 'node:crypto';
import type { LineFault, TableCells } from '../../../lib/table/table.ts';
import { inTurns } from '../../../platform/take-turns.ts';
import type { ImportBatch, ImportKind, LineOutcome } from '../import-kind.ts';
import { findFileOrder } from '../mapping/check-mapping.shared.ts';
import { MEMBER_MAPPING, MEMBERS_TABLE } from './member-columns.shared.ts';
import { type MemberImportOptions, memberImportOptions } from './member-options.shared.ts';
import {
  type CellFault,
  createRowReader,
  type MemberReading,
  type MemberRow,
  STATUS_OPTIONS,
  toPlanOption,
} from './member-row.ts';
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
  skipped: number;
}

const newBatch = (): Batch => ({ lastLine: 0, rows: [], stripeRows: 0, faults: [], skipped: 0 });

function isFull({ rows, faults, stripeRows }: Batch): boolean {
  return rows.length + faults.length >= MAX_ROWS || stripeRows >= MAX_STRIPE_ROWS;
}

export const membersImport: ImportKind = {
  options: memberImportOptions,
  table: MEMBERS_TABLE,
  rules: MEMBER_MAPPING,
  listOptions: async (db) => ({
    plan: (await listMemberPlans(db)).map(toPlanOption),
    status: STATUS_OPTIONS,
  }),
  async *readBatches({ rows }, { options, survey, mapping }) {
    const parsedOptions = memberImportOptions.parse(options);
    const { dayOrder, isUtc } = mapping;
    const order = dayOrder === 'auto' ? findFileOrder(MEMBER_MAPPING, { survey }, mapping) : dayOrder;
    const dayReading = { order, isUtc };
    const findDuplicates = createDuplicateFinder();
    let batch = newBatch();
    for await (const entry of rows) {
      if (isFull(batch)) {
        yield toImportBatch(batch, parsedOptions, dayReading);
        batch = newBatch();
      }
      if ('fault' in entry) {
        batch.faults.push(entry.fault);
        batch.lastLine = Math.max(batch.lastLine, entry.fault.line);
        continue;
      }
      const { line } = entry;
      batch.lastLine = line;
      if ('isSkipped' in entry) {
        batch.skipped++;
        continue;
      }
      const duplicates = findDuplicates(entry);
      batch.faults.push(...duplicates.map((fault) => ({ line, ...fault })));
      if (duplicates.length > 0) continue;
      batch.rows.push(entry);
      const { stripe_subscription_id, stripe_customer_id } = entry.cells;
      if (stripe_subscription_id || stripe_customer_id) batch.stripeRows++;
    }
    if (batch.lastLine > 0) yield toImportBatch(batch, parsedOptions, dayReading);
  },
};

/** Rows are parsed only when their batch is prepared, because a resumed import skips the earlier batches. */
function toImportBatch(
  { lastLine, rows, faults, skipped }: Batch,
  options: MemberImportOptions,
  dayReading: MemberReading['dayReading'],
): ImportBatch {
  return {
    lastLine,
    faults,
    skipped,
    prepare: async (deps) => {
      const plans = await listMemberPlans(deps.db);
      const { members, cellFaults } = await parseRows(rows, { plans, dayReading });
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
