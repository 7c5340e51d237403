import { stringify } from 'csv-stringify/sync';
import { inTransaction } from '#db/client.ts';
import { surveyTable } from '#server/lib/table/survey.ts';
import type { Deps } from '#server/platform/deps.ts';
import type { ImportKind, LineOutcome } from '#server/staff/imports/import-kind.ts';
import { openMappedTable } from '#server/staff/imports/mapping/mapped-rows.ts';
import type { ImportMapping } from '#server/staff/imports/mapping/mapping.schema.ts';
import { proposeMapping } from '#server/staff/imports/mapping/mapping.service.ts';
import type { MemberColumn } from '#server/staff/imports/members/member-columns.shared.ts';
import { membersImport } from '#server/staff/imports/members/members-import.ts';

export type ImportedFile = string | Uint8Array | readonly Cells[];

interface ImportFileOptions {
  kind?: ImportKind;
  invite?: string;
  /** What staff change of the proposed mapping. */
  mapping?: Partial<ImportMapping>;
  isDryRun?: boolean;
}

export type Cells = Partial<Record<MemberColumn, string>>;

/** Writes a members file with the columns that any of its rows has. */
export function toFile(rows: readonly Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return stringify([...rows], { header: true, columns });
}

/**
 * Imports a file's batches as the job does, or only compares them if `isDryRun` is set. Returns the outcome
 * of each line.
 */
export async function importFile(
  deps: Deps,
  file: ImportedFile,
  { kind = membersImport, invite = 'none', mapping: changes = {}, isDryRun = false }: ImportFileOptions = {},
): Promise<LineOutcome[]> {
  const outcomes: LineOutcome[] = [];
  const by = { importId: '', actorId: '', reason: '', at: deps.now() };
  const { survey } = await surveyTable(toChunks(file), kind.table);
  const mapping = { ...proposeMapping(kind, survey), ...changes };
  const reading = { options: { invite }, survey, mapping };
  const table = await openMappedTable(toChunks(file), kind, reading);
  for await (const batch of kind.readBatches(table, reading)) {
    const { compare, save } = await batch.prepare(deps);
    const results = await (isDryRun ? compare(deps.db) : inTransaction(deps.db, (trx) => save(trx, by)));
    outcomes.push(...batch.faults, ...results);
  }
  return outcomes.toSorted((a, b) => a.line - b.line);
}

async function* toChunks(file: ImportedFile): AsyncGenerator<Uint8Array> {
  if (file instanceof Uint8Array) yield file;
  else yield new TextEncoder().encode(typeof file === 'string' ? file : toFile(file));
}

/** Counts the outcomes: 'new', 'changed', 'unchanged', and 'refused'. */
export function countOutcomes(outcomes: readonly LineOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of outcomes) {
    const name = 'outcome' in result ? result.outcome : 'refused';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
