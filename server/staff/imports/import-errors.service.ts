import { stringify } from 'csv-stringify/sync';
import { AppError } from '../../lib/errors.ts';
import { guardCell, UTF8_BOM } from '../../lib/spreadsheet.ts';
import type { AccountContext } from '../../platform/context.ts';
import { CsvFault, type CsvRow, readCsv } from '../../platform/media/csv.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findFaults, findImport } from './import.repository.ts';
import { readUpload } from './import-files.ts';

const FAULTS_PER_READ = 1_000;

type RefusedLine = { line: number; errors: string[] };

/**
 * Streams the refused rows of an upload with all their columns and their errors, so that staff can correct
 * and upload them. Throws NOT_FOUND if the file was removed.
 */
export async function* streamImportErrors(
  { deps, account }: Pick<AccountContext, 'deps' | 'account'>,
  id: string,
): AsyncGenerator<string> {
  const row = await findImport(deps.db, id);
  if (!row?.hasFiles) throw new AppError('NOT_FOUND', { message: 'The file was removed. Upload it again.' });
  await recordAudit(deps.db, {
    actorId: account.id,
    action: 'import.download-errors',
    subject: `import:${id}`,
    at: deps.now(),
  });
  const refusedLines = readRefused((after) => findFaults(deps.db, id, { after, limit: FAULTS_PER_READ }));
  let nextRefused = await refusedLines.next();
  let header: CsvRow | undefined;
  try {
    for await (const csvRow of readCsv(readUpload(deps.files, row, () => {}))) {
      if (!header) {
        header = csvRow;
        yield UTF8_BOM + stringify([[...csvRow.cells, 'errors'].map(guardCell)]);
      } else if (!nextRefused.done && nextRefused.value.line === csvRow.line) {
        // A row with too few cells must not move the errors to another column.
        const paddedCells = header.cells.map((_, index) => csvRow.cells[index] ?? '');
        yield stringify([[...paddedCells, nextRefused.value.errors.join('; ')].map(guardCell)]);
        nextRefused = await refusedLines.next();
      }
      if (nextRefused.done) return;
    }
  } catch (error) {
    // The last error reports that the rest of the file can't be read.
    if (!(error instanceof CsvFault)) throw error;
  }
  if (!nextRefused.done && header) {
    yield stringify([[...header.cells.map(() => ''), guardCell(nextRefused.value.errors.join('; '))]]);
  }
}

/** Yields each refused line with all its errors. */
async function* readRefused(
  read: (after: { line: number; position: number }) => ReturnType<typeof findFaults>,
): AsyncGenerator<RefusedLine, undefined> {
  let after = { line: 0, position: 0 };
  let currentLine: RefusedLine | undefined;
  for (;;) {
    const faults = await read(after);
    for (const { line, position, column, message } of faults) {
      after = { line, position };
      if (currentLine && currentLine.line !== line) yield currentLine;
      if (currentLine?.line !== line) currentLine = { line, errors: [] };
      currentLine.errors.push(column === null ? message : `${column}: ${message}`);
    }
    if (faults.length < FAULTS_PER_READ) break;
  }
  if (currentLine) yield currentLine;
  return undefined;
}
