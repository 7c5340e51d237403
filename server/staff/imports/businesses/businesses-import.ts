import type { Db, Trx } from '#db/client.ts';
import {
  compareBusinesses,
  type PreparedBusinesses,
  prepareBusinesses,
  type SaveOutcome,
  vacuumStores,
  writeBusinesses,
} from '../../../domains/stores/business.service.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type LineFault, readCsvTable } from '../../../platform/media/csv-table.ts';
import type { ImportKind, LineOutcome, PreparedBatch } from '../import-kind.ts';
import { type BatchBusiness, batchRows } from './business-batches.ts';
import { STORES_COLUMN_NAMES } from './business-columns.shared.ts';
import { readRow } from './business-row.ts';

interface PreparedBusinessBatch extends PreparedBatch {
  save(trx: Trx): Promise<LineOutcome[]>;
}

/** Rows of a stores file that are saved in one transaction. */
export interface BusinessBatch {
  /** The last line of the file that was read for this batch or an earlier one. */
  lastLine: number;
  /** Lines that were refused while reading. One line may have several. */
  faults: LineFault[];
  /** Sanitizes promotions and locates addresses. */
  prepare(deps: Pick<Deps, 'db'>): Promise<PreparedBusinessBatch>;
}

/** Reads a stores file in batches. Throws CsvHeaderError. */
export async function* readBusinessBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BusinessBatch> {
  const { addRow, takeBatch } = batchRows();
  let faults: LineFault[] = [];
  let lastLine = 0;
  const finish = ({ businesses }: { businesses: BatchBusiness[] }): BusinessBatch => {
    const batch = { lastLine, faults, prepare: ({ db }: Pick<Deps, 'db'>) => prepareBatch(db, businesses) };
    faults = [];
    return batch;
  };
  for await (const tableRow of readCsvTable(chunks, { columns: STORES_COLUMN_NAMES })) {
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

async function prepareBatch(db: Db, businesses: readonly BatchBusiness[]): Promise<PreparedBusinessBatch> {
  const prepared: PreparedBusinesses = await prepareBusinesses(
    db,
    businesses.map(({ toSave }) => toSave),
  );
  return {
    compare: async (reader) => toLineOutcomes(businesses, await compareBusinesses(reader, prepared)),
    save: async (trx) => toLineOutcomes(businesses, await writeBusinesses(trx, prepared)),
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
  readBatches: readBusinessBatches,
  afterRun: ({ db }) => vacuumStores(db),
};
