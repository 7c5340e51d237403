import type { BusinessToSave } from '../../stores/business.service.ts';
import type { RowFault, StoresRow } from './row.ts';

const BATCH_ROWS = 1_000;

interface BatchBusiness {
  toSave: BusinessToSave;
  /** The line of each location; of the business where it has none. */
  lines: number[];
}

/** The rows that go into the database together. */
export interface Batch {
  businesses: BatchBusiness[];
  rows: number;
}

/** The business that the last row was about, also where its rows go on in the next batch. */
interface Current {
  row: StoresRow;
  line: number;
  storeLines: Map<string, number>;
}

/**
 * Collects rows into batches. Rows of one business that stand together must agree, and name each location once;
 * where they stand apart, the later ones are news about it.
 */
export function batchRows() {
  let batch: Batch = { businesses: [], rows: 0 };
  let known = new Map<string, BatchBusiness>();
  let current: Current | undefined;

  const take = (): Batch => {
    const taken = batch;
    batch = { businesses: [], rows: 0 };
    known = new Map();
    return taken;
  };

  /** A batch that must be saved first, if any, and what is wrong with the row, if anything is. */
  const add = (line: number, row: StoresRow): { full?: Batch; fault?: RowFault } => {
    const { businessKey, business, location } = row;
    if (current?.row.businessKey === businessKey) {
      const fault = contradiction(current, row);
      if (fault) return { fault };
    }
    const isNews = current?.row.businessKey !== businessKey;
    const full = batch.rows >= BATCH_ROWS || (isNews && known.has(businessKey)) ? take() : undefined;
    if (isNews || !current) current = { row, line, storeLines: new Map() };
    let entry = known.get(businessKey);
    if (!entry) {
      entry = { toSave: { key: businessKey, business, locations: [] }, lines: [] };
      known.set(businessKey, entry);
      batch.businesses.push(entry);
    }
    if (location) {
      current.storeLines.set(location.key, line);
      // A line that was about the business alone is told by its locations from here on.
      if (entry.toSave.locations.length === 0) entry.lines = [];
      entry.toSave.locations.push(location);
    }
    if (location || entry.lines.length === 0) entry.lines.push(line);
    batch.rows++;
    return full ? { full } : {};
  };

  return { add, take };
}

function contradiction({ row: first, line, storeLines }: Current, row: StoresRow): RowFault | undefined {
  const twice = row.location && storeLines.get(row.location.key);
  if (twice) return { column: 'store_key', message: `Line ${twice} has this location already` };
  if (JSON.stringify(first.business) === JSON.stringify(row.business)) return undefined;
  return {
    column: 'business_key',
    message: `Line ${line} says otherwise about this business: its rows must agree in all but the location`,
  };
}
