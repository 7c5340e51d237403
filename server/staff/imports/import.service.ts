import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { matchHeadings } from '../../lib/table/headings.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import {
  findFaults,
  findImport,
  findRemovableFiles,
  type ImportRow,
  lockImport,
  setFilesRemoved,
  setFinished,
  setStarted,
} from './import.repository.ts';
import { type ImportCounts, type ImportDetail, type ImportFaults, importCounts } from './import.schema.ts';
import { removeUpload } from './import-files.ts';
import { IMPORT_FILE_DAYS, isImportKind } from './import-kinds.shared.ts';
import { KINDS } from './import-kinds.ts';
import { readMapping, readSurvey } from './mapping/mapping.service.ts';

const FAULTS_PER_PAGE = 100;
const DAY_MS = 86_400_000;

export async function getImport(db: Db, id: string): Promise<ImportDetail> {
  const row = await findImport(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  const { startedBy: _, lastLine: __, parts: ___, options: ____, ...rest } = row;
  const { checked, survey: _survey, mapping: _mapping, ...counted } = rest;
  const { newRows, changedRows, unchangedRows, refusedRows, skippedRows, ...detail } = counted;
  return {
    ...detail,
    counts: readCounts(row),
    checked: checked === null ? null : importCounts.parse(checked),
    recognized: recognizeFile(row),
  };
}

function recognizeFile(row: ImportRow): ImportDetail['recognized'] {
  const survey = readSurvey(row);
  if (!survey || !isImportKind(row.kind)) return null;
  const { encoding, separator, rows, headings } = survey;
  const { exportedFrom, unused } = matchHeadings(KINDS[row.kind].table, headings);
  const columns = readMapping(row)?.columns;
  const notImported = columns ? headings.filter((heading, at) => heading !== '' && !columns[at]) : unused;
  return { encoding, separator, rows, exportedFrom, unused: notImported };
}

export async function listImportFaults(
  db: Db,
  { id, after }: { id: string; after?: { line: number; position: number } | undefined },
): Promise<ImportFaults> {
  const faults = await findFaults(db, id, { after, limit: FAULTS_PER_PAGE + 1 });
  return { faults: faults.slice(0, FAULTS_PER_PAGE), hasMore: faults.length > FAULTS_PER_PAGE };
}

export function readCounts(row: ImportRow): ImportCounts {
  return {
    new: row.newRows,
    changed: row.changedRows,
    unchanged: row.unchangedRows,
    refused: row.refusedRows,
    skipped: row.skippedRows,
  };
}

/** Imports a file after its dry run. Throws CHANGED_SINCE if someone else started or canceled it. */
export async function startImport(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
  id: string,
  by: StaffAuthor,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockInState(trx, id, ['checked']);
    const startedAt = deps.now();
    const checked = readCounts(row);
    await setStarted(trx, id, { startedBy: by.actorId, reason: by.reason, startedAt, checked });
    const change = { before: null, after: formatCounts(checked) };
    await recordAudit(trx, { ...by, action: 'import.start', subject: `import:${id}`, at: startedAt, change });
    await deps.jobs.enqueue(trx, 'continue-import', { importId: id });
  });
}

/** Stops a dry run or an import. Rows that were imported stay. Throws CHANGED_SINCE if it has ended. */
export async function cancelImport(
  deps: Pick<Deps, 'db' | 'now' | 'files'>,
  id: string,
  by: StaffAuthor,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const row = await lockInState(trx, id, ['mapping', 'checking', 'checked', 'running']);
    const finishedAt = deps.now();
    await setFinished(trx, id, { state: 'canceled', finishedAt });
    const importedText = row.state === 'running' ? formatCounts(readCounts(row)) : 'nothing was imported';
    const change = { before: row.state, after: `canceled: ${importedText}` };
    const subject = `import:${id}`;
    await recordAudit(trx, { ...by, action: 'import.cancel', subject, at: finishedAt, change });
  });
}

async function lockInState(
  trx: Trx,
  id: string,
  states: ReadonlyArray<ImportRow['state']>,
): Promise<ImportRow> {
  const row = await lockImport(trx, id);
  if (!row) throw new AppError('NOT_FOUND');
  if (!states.includes(row.state)) throw new AppError('CHANGED_SINCE');
  return row;
}

export function formatCounts(counts: ImportCounts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  return `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused${skipped}`;
}

const REMOVED_PER_RUN = 100;

/** Removes the files of imports that were canceled or failed, and of all others after some days. */
export async function removeOldImportFiles({
  db,
  now,
  files,
}: Pick<Deps, 'db' | 'now' | 'files'>): Promise<void> {
  const before = new Date(now().getTime() - IMPORT_FILE_DAYS * DAY_MS);
  for (const { id, parts, state } of await findRemovableFiles(db, before, REMOVED_PER_RUN)) {
    if (state === 'uploading' || state === 'mapping' || state === 'checked') {
      const problem = `The file was removed after ${IMPORT_FILE_DAYS} days. Please upload it again.`;
      await inTransaction(db, async (trx) => {
        const row = await lockImport(trx, id);
        if (row?.state === state) {
          await setFinished(trx, id, { state: 'canceled', problem, finishedAt: now() });
        }
      });
    }
    await removeUpload(files, { id, parts });
    await setFilesRemoved(db, id);
  }
}
