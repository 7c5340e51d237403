import type { BusinessToSave } from '../../stores/business.service.ts';
import type { RowFault, StoresRow } from './row.ts';

const BATCH_ROWS = 1_000;

interface BatchBusiness {
  toSave: BusinessToSave;
  /** The line of each location, or of the business if it has no location. */
  lines: number[];
}

/** The rows of one transaction. */
export interface Batch {
  businesses: BatchBusiness[];
  rows: number;
}

/** The business of the latest row. Its rows may continue in the next batch. */
interface CurrentBusiness {
  row: StoresRow;
  line: number;
  storeLines: Map<string, number>;
}

/**
 * Collects rows into batches. Consecutive rows of one business must agree and name each location once. Rows of the same
 * business that come later in the file update it.
 */
export function batchRows() {
  let batch: Batch = { businesses: [], rows: 0 };
  let businessesByKey = new Map<string, BatchBusiness>();
  let currentBusiness: CurrentBusiness | undefined;

  const takeBatch = (): Batch => {
    const fullBatch = batch;
    batch = { businesses: [], rows: 0 };
    businessesByKey = new Map();
    return fullBatch;
  };

  /** Adds a row. Save `fullBatch` first, if there is one; `fault` is the reason why the row was rejected. */
  const addRow = (line: number, row: StoresRow): { fullBatch?: Batch; fault?: RowFault } => {
    const { businessKey, business, location } = row;
    if (currentBusiness?.row.businessKey === businessKey) {
      const fault = findConflict(currentBusiness, row);
      if (fault) return { fault };
    }
    const isNewBusiness = currentBusiness?.row.businessKey !== businessKey;
    const fullBatch =
      batch.rows >= BATCH_ROWS || (isNewBusiness && businessesByKey.has(businessKey))
        ? takeBatch()
        : undefined;
    if (isNewBusiness || !currentBusiness) currentBusiness = { row, line, storeLines: new Map() };
    let entry = businessesByKey.get(businessKey);
    if (!entry) {
      entry = { toSave: { key: businessKey, business, locations: [] }, lines: [] };
      businessesByKey.set(businessKey, entry);
      batch.businesses.push(entry);
    }
    if (location) {
      currentBusiness.storeLines.set(location.key, line);
      // The business has locations after all, so drop the line that named only the business.
      if (entry.toSave.locations.length === 0) entry.lines = [];
      entry.toSave.locations.push(location);
    }
    if (location || entry.lines.length === 0) entry.lines.push(line);
    batch.rows++;
    return fullBatch ? { fullBatch } : {};
  };

  return { addRow, takeBatch };
}

function findConflict(
  { row: first, line, storeLines }: CurrentBusiness,
  row: StoresRow,
): RowFault | undefined {
  const duplicate = row.location && storeLines.get(row.location.key);
  if (duplicate) return { column: 'store_key', message: `Line ${duplicate} already has this location` };
  if (JSON.stringify(first.business) === JSON.stringify(row.business)) return undefined;
  return {
    column: 'business_key',
    message: `Line ${line} has different data for this business; its rows may differ only in the location`,
  };
}
