import { inTransaction } from '#db/client.ts';
import { vacuumStores } from '../../../domains/stores/business.service.ts';
import type { LineFault } from '../../../lib/table/table.ts';
import { TableError } from '../../../lib/table/table-error.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { openBusinessFile } from '../../../staff/imports/businesses/businesses-import.ts';
import { type CommandDeps, CommandError, type CommandIo } from '../command.ts';

export interface ImportSource {
  chunks: AsyncIterable<Uint8Array>;
  /** In bytes; null if unknown. */
  size: number | null;
}

/** The number of rows by outcome. */
export interface ImportSummary {
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
}

/**
 * Imports a stores file while reading it. Valid rows are imported even if others aren't. Invalid rows are
 * reported by line and column, at most `maxFaults` of them.
 */
export async function importStores(
  deps: Pick<CommandDeps, 'db' | 'now'>,
  source: ImportSource,
  io: CommandIo,
  maxFaults: number,
): Promise<ImportSummary> {
  const { db, now } = deps;
  const summary: ImportSummary = { new: 0, changed: 0, unchanged: 0, refused: 0 };
  try {
    await importRows(deps, source, io, { maxFaults, summary });
  } catch (error) {
    throw error instanceof TableError ? new CommandError(error.message) : error;
  } finally {
    // Also runs after an aborted import, because completed batches are saved.
    if (summary.new + summary.changed > 0) {
      const change = { before: null, after: formatSummary(summary) };
      await recordAudit(db, { action: 'stores.import', subject: 'stores', at: now(), change });
    }
  }
  if (summary.new + summary.changed > 0) await vacuumStores(db);
  return summary;
}

/** Imports the rows and counts each one in `summary`. */
async function importRows(
  { db }: Pick<CommandDeps, 'db'>,
  source: ImportSource,
  io: CommandIo,
  { maxFaults, summary }: { maxFaults: number; summary: ImportSummary },
): Promise<void> {
  let refusedLine = 0;
  const reportRefusal = ({ line, column, message }: LineFault) => {
    if (line !== refusedLine) summary.refused++;
    refusedLine = line;
    if (summary.refused <= maxFaults)
      io.note(`line ${line}${column ? `, column ${column}` : ''}: ${message}`);
  };
  const bytes = { read: 0 };
  const { headings, batches } = await openBusinessFile(countBytes(source.chunks, bytes));
  if (headings.unused.length > 0) io.note(`Not used: ${headings.unused.join(', ')}.`);
  for await (const { faults, prepare } of batches) {
    for (const fault of faults) reportRefusal(fault);
    if (io.signal.aborted) throw new CommandError(`Stopped. ${formatSummary(summary)}`);
    const { save } = await prepare({ db });
    for (const result of await inTransaction(db, save)) {
      if ('outcome' in result) summary[result.outcome]++;
      else reportRefusal(result);
    }
    const rows = summary.new + summary.changed + summary.unchanged + summary.refused;
    io.progress({ done: bytes.read, total: source.size, text: `${rows.toLocaleString('en-US')} rows` });
  }
  if (summary.refused > maxFaults) io.note(`… and ${summary.refused - maxFaults} more refused rows.`);
}

export function formatSummary({ refused, ...loadedCounts }: ImportSummary): string {
  const count = (rows: number) => rows.toLocaleString('en-US');
  const rows = loadedCounts.new + loadedCounts.changed + loadedCounts.unchanged;
  const parts = `${count(loadedCounts.new)} new, ${count(loadedCounts.changed)} updated, ${count(loadedCounts.unchanged)} unchanged`;
  return `Rows loaded: ${count(rows)} (${parts}). Rows refused: ${count(refused)}.`;
}

async function* countBytes(chunks: AsyncIterable<Uint8Array>, bytes: { read: number }) {
  for await (const chunk of chunks) {
    bytes.read += chunk.length;
    yield chunk;
  }
}
