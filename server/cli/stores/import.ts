import type { Db } from '#db/client.ts';
import { unguardCell } from '../../lib/spreadsheet.ts';
import { recordAudit } from '../../monitoring/audit.service.ts';
import { saveBusinesses, vacuumStores } from '../../stores/business.service.ts';
import { type CommandDeps, CommandError, type CommandIo } from '../command.ts';
import { type Batch, batchRows } from './batch.ts';
import { readHeader, STORES_COLUMN_NAMES, type StoresColumn } from './columns.ts';
import { CsvFault, type CsvRow, readCsv } from './csv.ts';
import { type RowFault, readRow, type StoresCells } from './row.ts';

export interface ImportSource {
  chunks: AsyncIterable<Uint8Array>;
  /** In bytes; null if unknown. */
  size: number | null;
}

/** Counts rows by outcome. */
export interface ImportSummary {
  new: number;
  updated: number;
  unchanged: number;
  refused: number;
}

/**
 * Imports a stores file while reading it. Valid rows are imported even if others aren't. Invalid rows are
 * reported by line and column, at most `maxFaults` of them.
 */
export async function importStores(
  { db, now }: Pick<CommandDeps, 'db' | 'now'>,
  source: ImportSource,
  io: CommandIo,
  maxFaults: number,
): Promise<ImportSummary> {
  const summary: ImportSummary = { new: 0, updated: 0, unchanged: 0, refused: 0 };
  try {
    await importRows(db, source, io, { maxFaults, summary });
  } finally {
    // Also runs after an aborted import, because completed batches are saved.
    if (summary.new + summary.updated > 0) {
      const change = { before: null, after: formatSummary(summary) };
      await recordAudit(db, { action: 'stores.import', subject: 'stores', at: now(), change });
    }
  }
  if (summary.new + summary.updated > 0) await vacuumStores(db);
  return summary;
}

/** Imports the rows and counts each one in `summary`. */
async function importRows(
  db: Db,
  source: ImportSource,
  io: CommandIo,
  { maxFaults, summary }: { maxFaults: number; summary: ImportSummary },
): Promise<void> {
  const reportRejected = (line: number, faults: readonly RowFault[]) => {
    summary.refused++;
    if (summary.refused > maxFaults) return;
    for (const { column, message } of faults) {
      io.note(`line ${line}${column ? `, column ${column}` : ''}: ${message}`);
    }
  };
  const bytes = { read: 0 };
  const save = async (batch: Batch) => {
    if (io.signal.aborted) throw new CommandError(`Stopped. ${formatSummary(summary)}`);
    const outcomes = await saveBusinesses(
      db,
      batch.businesses.map(({ toSave }) => toSave),
    );
    for (const [businessIndex, { lines }] of batch.businesses.entries()) {
      for (const [lineIndex, line] of lines.entries()) {
        const outcome = outcomes[businessIndex]?.[lineIndex] ?? 'unchanged';
        if (typeof outcome === 'string') summary[outcome]++;
        else reportRejected(line, [{ column: outcome.field, message: outcome.refusal }]);
      }
    }
    const rows = summary.new + summary.updated + summary.unchanged + summary.refused;
    io.progress({ done: bytes.read, total: source.size, text: `${rows.toLocaleString('en-US')} rows` });
  };

  const { addRow, takeBatch } = batchRows();
  try {
    for await (const { line, cells } of readRows(readCsv(countBytes(source.chunks, bytes)), reportRejected)) {
      const row = readRow(cells);
      const { fullBatch, fault } = 'faults' in row ? {} : addRow(line, row);
      if ('faults' in row) reportRejected(line, row.faults);
      else if (fault) reportRejected(line, [fault]);
      if (fullBatch) await save(fullBatch);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    reportRejected(error.line, [{ column: null, message: error.message }]);
  }
  await save(takeBatch());
  if (summary.refused > maxFaults) io.note(`… and ${summary.refused - maxFaults} more refused rows.`);
}

export function formatSummary({ refused, ...loadedCounts }: ImportSummary): string {
  const count = (rows: number) => rows.toLocaleString('en-US');
  const rows = loadedCounts.new + loadedCounts.updated + loadedCounts.unchanged;
  const parts = `${count(loadedCounts.new)} new, ${count(loadedCounts.updated)} updated, ${count(loadedCounts.unchanged)} unchanged`;
  return `Rows loaded: ${count(rows)} (${parts}). Rows refused: ${count(refused)}.`;
}

async function* countBytes(chunks: AsyncIterable<Uint8Array>, bytes: { read: number }) {
  for await (const chunk of chunks) {
    bytes.read += chunk.length;
    yield chunk;
  }
}

/** Yields the non-empty rows below the header, with cells keyed by column. */
async function* readRows(
  rows: AsyncIterable<CsvRow>,
  reportRejected: (line: number, faults: readonly RowFault[]) => void,
): AsyncGenerator<{ line: number; cells: StoresCells }> {
  let header: Array<StoresColumn | null> | undefined;
  for await (const { line, cells } of rows) {
    if (!header) {
      const parsedHeader = readHeader(cells);
      if ('fault' in parsedHeader) throw new CommandError(parsedHeader.fault);
      header = parsedHeader;
    } else if (cells.length !== header.length) {
      const message = `This row has ${cells.length} cells, the first line has ${header.length}`;
      reportRejected(line, [{ column: null, message }]);
    } else if (cells.some((cell) => cell.trim() !== '')) {
      yield { line, cells: cellsByColumn(header, cells) };
    }
  }
  if (!header)
    throw new CommandError(
      `The file is empty. The first line must name the columns: ${STORES_COLUMN_NAMES.join(', ')}.`,
    );
}

function cellsByColumn(header: ReadonlyArray<StoresColumn | null>, cells: readonly string[]): StoresCells {
  const row: StoresCells = {};
  for (const [index, column] of header.entries()) {
    if (column) row[column] = unguardCell(cells[index] ?? '');
  }
  return row;
}
