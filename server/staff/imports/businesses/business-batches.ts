import type { BusinessToSave } from '../../../domains/stores/business.service.ts';
import type { RowFault, StoresRow } from './business-row.ts';

const ROWS_PER_BATCH = 1_000;
/** In characters. Keeps batches with long descriptions small, so that no step blocks the process for long. */
const BATCH_TEXT_LENGTH = 500_000;

export interface BatchBusiness {
  toSave: BusinessToSave;
  /** The file's line for each location, or for the business if it has no location. */
  lines: number[];
}

/** Rows that are saved in one transaction. */
export interface Batch {
  businesses: BatchBusiness[];
  rowCount: number;
  textLength: number;
}

/** The business of the latest row. The next batch may contain more of its rows. */
interface CurrentBusiness {
  row: StoresRow;
  line: number;
  storeLines: Map<string, number>;
}

/**
 * Collects rows into batches. Consecutive rows of a business must agree and must not repeat a
 * location. Rows of the same business later in the file update it.
 */
export function batchRows() {
  let batch: Batch = { businesses: [], rowCount: 0, textLength: 0 };
  let businessesByKey = new Map<string, BatchBusiness>();
  let currentBusiness: CurrentBusiness | undefined;

  const takeBatch = (): Batch => {
    const fullBatch = batch;
    batch = { businesses: [], rowCount: 0, textLength: 0 };
    businessesByKey = new Map();
    return fullBatch;
  };

  /**
   * Adds a row, or returns `fault` if it contradicts earlier rows. The caller must save `fullBatch` if
   * one is returned.
   */
  const addRow = (line: number, row: StoresRow): { fullBatch?: Batch; fault?: RowFault } => {
    const { businessKey, business, location } = row;
    if (currentBusiness?.row.businessKey === businessKey) {
      const fault = findConflict(currentBusiness, row);
      if (fault) return { fault };
    }
    const isNewBusiness = currentBusiness?.row.businessKey !== businessKey;
    const fullBatch =
      isFull(batch) || (isNewBusiness && businessesByKey.has(businessKey)) ? takeBatch() : undefined;
    if (isNewBusiness || !currentBusiness) currentBusiness = { row, line, storeLines: new Map() };
    let entry = businessesByKey.get(businessKey);
    if (!entry) {
      entry = { toSave: { key: businessKey, business, locations: [] }, lines: [] };
      businessesByKey.set(businessKey, entry);
      batch.businesses.push(entry);
    }
    if (location) {
      currentBusiness.storeLines.set(location.key, line);
      // An earlier row named the business without a location. Drop its line, because `lines` has one per
      // location.
      if (entry.toSave.locations.length === 0) entry.lines = [];
      entry.toSave.locations.push(location);
    }
    if (location || entry.lines.length === 0) entry.lines.push(line);
    batch.rowCount++;
    batch.textLength += business.promotions.reduce((sum, { info }) => sum + info.length, 0);
    return fullBatch ? { fullBatch } : {};
  };

  return { addRow, takeBatch };
}

function isFull({ rowCount, textLength }: Batch): boolean {
  return rowCount >= ROWS_PER_BATCH || textLength >= BATCH_TEXT_LENGTH;
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
