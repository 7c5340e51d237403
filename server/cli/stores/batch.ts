import type { BusinessToSave } from '../../stores/business.service.ts';
import type { RowFault, StoresRow } from './row.ts';

const BATCH_ROWS = 1_000;

interface BatchBusiness {
  toSave: BusinessToSave;
  /** The line of each location, or of the business if it has none. */
  lines: number[];
}

/** The rows of one transaction. */
export interface Batch {
  businesses: BatchBusiness[];
  rows: number;
}

/** The business of the last row, whose rows may continue in the next batch. */
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
  let known = new Map<string, BatchBusiness>();
  let current: CurrentBusiness | undefined;

  const take = (): Batch => {
    const full = batch;
    batch = { businesses: [], rows: 0 };
    known = new Map();
    return full;
  };

  /** Adds a row. `full` is a batch to save first; `fault` is why the row was refused. */
  const add = (line: number, row: StoresRow): { full?: Batch; fault?: RowFault } => {
    const { businessKey, business, location } = row;
    if (current?.row.businessKey === businessKey) {
      const fault = findConflict(current, row);
      if (fault) return { fault };
    }
    const isNewBusiness = current?.row.businessKey !== businessKey;
    const full = batch.rows >= BATCH_ROWS || (isNewBusiness && known.has(businessKey)) ? take() : undefined;
    if (isNewBusiness || !current) current = { row, line, storeLines: new Map() };
    let entry = known.get(businessKey);
    if (!entry) {
      entry = { toSave: { key: businessKey, business, locations: [] }, lines: [] };
      known.set(businessKey, entry);
      batch.businesses.push(entry);
    }
    if (location) {
      current.storeLines.set(location.key, line);
      // The business has locations after all, so drop the line that named only the business.
      if (entry.toSave.locations.length === 0) entry.lines = [];
      entry.toSave.locations.push(location);
    }
    if (location || entry.lines.length === 0) entry.lines.push(line);
    batch.rows++;
    return full ? { full } : {};
  };

  return { add, take };
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
