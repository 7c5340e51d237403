import { stringify } from 'csv-stringify/sync';
import { AppError } from '../../lib/errors.ts';
import { guardCell, UTF8_BOM } from '../../lib/spreadsheet.ts';
import { TableDecoder } from '../../lib/table/encoding.ts';
import { RowReader, type TextRow } from '../../lib/table/rows.ts';
import { readTextRows } from '../../lib/table/table.ts';
import { TableSyntaxError } from '../../lib/table/table-error.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findFaults, findImport } from './import.repository.ts';
import { readUpload } from './import-files.ts';
import { isImportKind } from './import-kinds.shared.ts';
import { KINDS } from './import-kinds.ts';
import { readSurvey } from './mapping/mapping.service.ts';

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
  let header: TextRow | undefined;
  const reader = isImportKind(row.kind) ? RowReader.forTable(KINDS[row.kind].table) : new RowReader();
  const decoder = new TableDecoder(readSurvey(row)?.encoding);
  try {
    const chunks = readUpload(deps.files, row, () => {});
    for await (const textRow of readTextRows(chunks, { reader, decoder })) {
      if (!header) {
        header = textRow;
        yield UTF8_BOM + stringify([[...textRow.cells, 'errors'].map(guardCell)]);
      } else if (!nextRefused.done && nextRefused.value.line === textRow.line) {
        // A row with too few cells must not move the errors to another column.
        const paddedCells = header.cells.map((_, index) => textRow.cells[index] ?? '');
        yield stringify([[...paddedCells, nextRefused.value.errors.join('; ')].map(guardCell)]);
        nextRefused = await refusedLines.next();
      }
      if (nextRefused.done) return;
    }
  } catch (error) {
    // The last error reports that the rest of the file can't be read.
    if (!(error instanceof TableSyntaxError)) throw error;
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
