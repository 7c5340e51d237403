import type { Db, Trx } from '#db/client.ts';
import {
  compareBusinesses,
  listKnownKeys,
  type PreparedBusinesses,
  prepareBusinesses,
  type SaveOutcome,
  vacuumStores,
  writeBusinesses,
} from '../../../domains/stores/business.service.ts';
import type { Encoding } from '../../../lib/table/encoding.ts';
import type { Headings } from '../../../lib/table/headings.ts';
import { type LineFault, openTable } from '../../../lib/table/table.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { ImportKind, LineOutcome, PreparedBatch } from '../import-kind.ts';
import type { MappedRow, MappedTable } from '../mapping/mapped-rows.ts';
import { type BatchBusiness, batchRows } from './business-batches.ts';
import { STORES_COLUMN_NAMES, STORES_MAPPING, STORES_TABLE } from './business-columns.shared.ts';
import { CATEGORY_OPTIONS, readRow } from './business-row.ts';

interface PreparedBusinessBatch extends PreparedBatch {
  save(trx: Trx): Promise<LineOutcome[]>;
}

/** Rows of a stores file that are saved in one transaction. */
export interface BusinessBatch {
  /** The last line of the file that was read for this batch or an earlier one. */
  lastLine: number;
  /** Lines that were refused while reading. One line may have several. */
  faults: LineFault[];
  skipped: number;
  /** Sanitizes promotions and locates addresses. */
  prepare(deps: Pick<Deps, 'db'>): Promise<PreparedBusinessBatch>;
}

export interface BusinessFile {
  headings: Headings;
  batches: AsyncGenerator<BusinessBatch>;
}

/** Reads a stores file in batches. Throws TableError. */
export async function openBusinessFile(
  chunks: AsyncIterable<Uint8Array>,
  options: { encoding?: Encoding } = {},
): Promise<BusinessFile> {
  return toBusinessFile(await openTable(chunks, STORES_TABLE, options));
}

function toBusinessFile({ headings, rows }: MappedTable): BusinessFile {
  const omittedColumns = STORES_COLUMN_NAMES.filter((column) => !headings.columns.includes(column));
  return { headings, batches: readBatches(rows, omittedColumns) };
}

async function* readBatches(
  rows: AsyncGenerator<MappedRow>,
  omittedColumns: readonly string[],
): AsyncGenerator<BusinessBatch> {
  const { addRow, takeBatch } = batchRows();
  let faults: LineFault[] = [];
  let lastLine = 0;
  let skipped = 0;
  const finish = ({ businesses }: { businesses: BatchBusiness[] }): BusinessBatch => {
    const prepare = ({ db }: Pick<Deps, 'db'>) => prepareBatch(db, businesses, omittedColumns);
    const batch = { lastLine, faults, skipped, prepare };
    faults = [];
    skipped = 0;
    return batch;
  };
  for await (const tableRow of rows) {
    if ('isSkipped' in tableRow) {
      skipped++;
      lastLine = tableRow.line;
      continue;
    }
    const line = 'fault' in tableRow ? tableRow.fault.line : tableRow.line;
    const row = 'fault' in tableRow ? { faults: [tableRow.fault] } : readRow(tableRow.cells);
    const { fullBatch, fault } = 'faults' in row ? {} : addRow(line, row);
    if (fullBatch) yield finish(fullBatch);
    const rowFaults = 'faults' in row ? row.faults : fault ? [fault] : [];
    faults.push(...rowFaults.map(({ column, message }) => ({ line, column, message })));
    lastLine = line;
  }
  yield finish(takeBatch());
}

/** A file that leaves out columns adds businesses, but doesn't update any, because that would erase data. */
async function prepareBatch(
  db: Db,
  batch: readonly BatchBusiness[],
  omittedColumns: readonly string[],
): Promise<PreparedBusinessBatch> {
  const keys = batch.flatMap(({ toSave: { key } }) => key ?? []);
  const knownKeys = new Set(omittedColumns.length === 0 ? [] : await listKnownKeys(db, keys));
  const isKnown = ({ toSave: { key } }: BatchBusiness) => key !== undefined && knownKeys.has(key);
  const message = `We have this business. Add the columns that are missing, so that its data stays: ${omittedColumns.join(', ')}`;
  const faults = batch
    .filter(isKnown)
    .flatMap(({ lines }) => lines.map((line) => ({ line, column: null, message })));
  const businesses = batch.filter((business) => !isKnown(business));
  const prepared: PreparedBusinesses = await prepareBusinesses(
    db,
    businesses.map(({ toSave }) => toSave),
  );
  return {
    compare: async (reader) => [
      ...faults,
      ...toLineOutcomes(businesses, await compareBusinesses(reader, prepared)),
    ],
    save: async (trx) => [...faults, ...toLineOutcomes(businesses, await writeBusinesses(trx, prepared))],
  };
}

const OUTCOMES = { new: 'new', updated: 'changed', unchanged: 'unchanged' } as const;

function toLineOutcomes(
  businesses: readonly BatchBusiness[],
  outcomes: ReadonlyArray<readonly SaveOutcome[]>,
): LineOutcome[] {
  return businesses.flatMap(({ lines }, businessIndex) =>
    lines.map((line, lineIndex): LineOutcome => {
      const outcome = outcomes[businessIndex]?.[lineIndex] ?? 'unchanged';
      return typeof outcome === 'string'
        ? { line, outcome: OUTCOMES[outcome] }
        : { line, column: outcome.field, message: outcome.refusal };
    }),
  );
}

export const businessesImport: ImportKind = {
  table: STORES_TABLE,
  rules: STORES_MAPPING,
  listOptions: async () => ({ categories: CATEGORY_OPTIONS }),
  readBatches: (table) => toBusinessFile(table).batches,
  afterRun: ({ db }) => vacuumStores(db),
};
