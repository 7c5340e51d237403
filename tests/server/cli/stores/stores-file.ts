import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import { type CommandResult, SILENT_IO } from '#server/app/cli/command.ts';
import { storesCommand } from '#server/app/cli/commands/stores.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import {
  STORES_COLUMN_NAMES,
  type StoresColumn,
} from '#server/staff/imports/businesses/business-columns.shared.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';

export type FileRow = Partial<Record<StoresColumn, string>>;

const VALID_ROW: FileRow = {
  business_key: 'joes',
  store_key: '1',
  businessname: 'Joe’s Café',
  categories: 'Food & Drink;4',
  street1: '1600 Curtis St',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  latitude: '39.7491',
  longitude: '-104.9946',
};

/** Formats a stores file. Each row needs only the cells that differ from `VALID_ROW`. */
export function createStoresFile(
  rows: readonly FileRow[],
  columns: readonly StoresColumn[] = STORES_COLUMN_NAMES,
): string {
  const cells = rows.map((row) => columns.map((column) => ({ ...VALID_ROW, ...row })[column] ?? ''));
  return stringify([[...columns], ...cells]);
}

interface StoresResult extends CommandResult {
  notes: string[];
  written: string;
}

/** Runs `npm run stores` on a database, with `input` as its standard input. */
export async function runStores(
  db: Db,
  args: string[],
  input: string | Uint8Array = '',
): Promise<StoresResult> {
  const notes: string[] = [];
  let written = '';
  const bytes = Buffer.from(input);
  const deps = { db, now: () => new Date(), config: loadConfig({}), openJobs: openRecordingJobs };
  const result = await executeCommand(storesCommand, deps, args, {
    ...SILENT_IO,
    // Split into chunks, as a file stream does.
    input: (async function* () {
      for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
    })(),
    note: (line) => notes.push(line),
    write: async (text) => {
      written += text;
    },
  });
  return { ...result, notes, written };
}

export const importFile = (db: Db, file: string | Uint8Array, ...options: string[]) =>
  runStores(db, ['import', '-', ...options], file);

/** Returns the command's result for an import with these row counts. */
export const summary = (counts: { new?: number; updated?: number; unchanged?: number; refused?: number }) => {
  const { new: added = 0, updated = 0, unchanged = 0, refused = 0 } = counts;
  const loadedCount = added + updated + unchanged;
  const output = `Rows loaded: ${loadedCount} (${added} new, ${updated} updated, ${unchanged} unchanged). Rows refused: ${refused}.`;
  return { output, exitCode: refused > 0 ? 1 : 0 };
};
