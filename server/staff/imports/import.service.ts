import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
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
import {
  type ImportCounts,
  type ImportDetail,
  type ImportFaults,
  importCounts,
  importSurvey,
} from './import.schema.ts';
import { removeUpload } from './import-files.ts';
import { IMPORT_FILE_DAYS } from './import-kinds.shared.ts';

const FAULTS_PER_PAGE = 100;
const DAY_MS = 86_400_000;

export async function getImport(db: Db, id: string): Promise<ImportDetail> {
  const row = await findImport(db, id);
  if (!row) throw new AppError('NOT_FOUND');
  const { startedBy: _, lastLine: __, parts: ___, options: ____, checked, survey, ...rest } = row;
  const { newRows, changedRows, unchangedRows, refusedRows, ...detail } = rest;
  return {
    ...detail,
    counts: { new: newRows, changed: changedRows, unchanged: unchangedRows, refused: refusedRows },
    checked: checked === null ? null : importCounts.parse(checked),
    survey: survey === null ? null : importSurvey.parse(survey),
  };
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
    const row = await lockInState(trx, id, ['checking', 'checked', 'running']);
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
  return `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused`;
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
    if (state === 'uploading' || state === 'checked') {
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
