import { inTransaction, type Trx } from '#db/client.ts';
import type { LineFault } from '../../lib/table/table.ts';
import { TableError } from '../../lib/table/table-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import {
  addProgress,
  findImport,
  type ImportRow,
  insertFaults,
  keepMapping,
  lockImport,
  type NumberedFault,
  planForCurrentSizes,
  setFinished,
  setUnmapped,
} from './import.repository.ts';
import { formatCounts, readCounts } from './import.service.ts';
import { readUpload } from './import-files.ts';
import type { ImportBatch, LineOutcome } from './import-kind.ts';
import { isImportKind } from './import-kinds.shared.ts';
import { KINDS } from './import-kinds.ts';
import { openMappedTable } from './mapping/mapped-rows.ts';
import { prepareMapping } from './mapping/mapping.service.ts';

/** Shorter than the time that a stopping server waits for its jobs. */
const STEP_MS = 6_000;
/** Further faults are counted but not stored. */
const MAX_STORED_FAULTS = 10_000;

/**
 * Runs the next step of a dry run or an import, and enqueues the one after it. Each batch is saved with the
 * line that it ends at, so that a restarted import writes and counts nothing twice.
 */
export async function continueImport(deps: Deps, importId: string, stepMs = STEP_MS): Promise<void> {
  const row = await findImport(deps.db, importId);
  if (!row || !isImportKind(row.kind) || !isInProgress(row)) return;
  const kind = KINDS[row.kind];
  let readBytes = 0;
  const chunks = readUpload(deps.files, row, (bytes) => {
    readBytes += bytes;
  });
  let lastLine = row.lastLine;
  let deadline: number | undefined;
  try {
    const prepared = await prepareMapping(deps, row, kind);
    if (!prepared) return await setUnmapped(deps.db, importId);
    if (row.mapping === null) await keepMapping(deps.db, importId, prepared.mapping);
    const table = await openMappedTable(chunks, kind, prepared);
    for await (const batch of kind.readBatches(table, { options: row.options, ...prepared })) {
      if (batch.lastLine <= lastLine) continue;
      deadline ??= performance.now() + stepMs;
      const isLast = performance.now() >= deadline;
      if (!(await saveBatch(deps, { ...row, lastLine }, batch, { readBytes, isLast }))) return;
      if (isLast) return;
      lastLine = batch.lastLine;
    }
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return finish(deps, row, { state: 'failed', problem: error.message });
  }
  await finish(deps, row, { state: row.state === 'running' ? 'done' : 'checked' });
}

function isInProgress({ state }: Pick<ImportRow, 'state'>): boolean {
  return state === 'checking' || state === 'running';
}

/** Returns false if the import was canceled, or if another job has saved the batch. */
async function saveBatch(
  deps: Deps,
  expectedRow: ImportRow,
  batch: ImportBatch,
  { readBytes, isLast }: { readBytes: number; isLast: boolean },
): Promise<boolean> {
  const { id, state, startedBy, reason } = expectedRow;
  const prepared = await batch.prepare(deps);
  return inTransaction(deps.db, async (trx) => {
    const row = await lockImport(trx, id);
    if (row?.state !== state || row.lastLine !== expectedRow.lastLine) return false;
    await planForCurrentSizes(trx);
    const by = { importId: id, actorId: startedBy ?? '', reason: reason ?? '', at: deps.now() };
    const outcomes = state === 'running' ? await prepared.save(trx, by) : await prepared.compare(trx);
    const faults = [...batch.faults, ...outcomes.filter((outcome) => 'message' in outcome)];
    const counts = { ...countOutcomes(outcomes, faults), skipped: batch.skipped };
    await storeFaults(trx, row, faults);
    await addProgress(trx, id, { counts, lastLine: batch.lastLine, readBytes });
    if (isLast) await deps.jobs.enqueue(trx, 'continue-import', { importId: id });
    return true;
  });
}

function countOutcomes(outcomes: readonly LineOutcome[], faults: readonly LineFault[]) {
  const counts = { new: 0, changed: 0, unchanged: 0, refused: new Set(faults.map(({ line }) => line)).size };
  for (const result of outcomes) if ('outcome' in result) counts[result.outcome]++;
  return counts;
}

async function storeFaults(trx: Trx, row: ImportRow, faults: readonly LineFault[]): Promise<void> {
  const room = MAX_STORED_FAULTS - row.refusedRows;
  if (faults.length === 0 || room <= 0) return;
  const positions = new Map<number, number>();
  const numberedFaults = faults.slice(0, room).map((fault): NumberedFault => {
    const position = (positions.get(fault.line) ?? 0) + 1;
    positions.set(fault.line, position);
    return { ...fault, position };
  });
  await insertFaults(trx, row.id, numberedFaults);
}

/** Doesn't remove the import's files. A timer does that later. */
async function finish(
  deps: Deps,
  { id, state }: ImportRow,
  end: { state: 'checked' | 'done' | 'failed'; problem?: string },
): Promise<void> {
  const finishedRow = await inTransaction(deps.db, async (trx) => {
    const row = await lockImport(trx, id);
    if (row?.state !== state) return undefined;
    const at = deps.now();
    await setFinished(trx, id, { ...end, finishedAt: at });
    if (end.state === 'done') {
      const change = { before: null, after: formatCounts(readCounts(row)) };
      const { startedBy: actorId, reason } = row;
      await recordAudit(trx, {
        actorId,
        reason,
        action: 'import.finish',
        subject: `import:${id}`,
        at,
        change,
      });
    }
    return row;
  });
  const hasChanged = finishedRow !== undefined && finishedRow.newRows + finishedRow.changedRows > 0;
  if (end.state === 'done' && hasChanged && isImportKind(finishedRow.kind)) {
    await KINDS[finishedRow.kind].afterRun?.(deps);
  }
}
