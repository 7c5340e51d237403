import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { ImportState } from '#db/tables/staff.ts';
import type { TableSurvey } from '../../lib/table/survey.ts';
import type { ImportCounts } from './import.schema.ts';
import type { ImportMapping } from './mapping/mapping.schema.ts';

function selectImport(db: Db, id: string) {
  return db
    .selectFrom('imports')
    .select([
      ...(['id', 'kind', 'fileName', 'bytes', 'parts', 'options', 'survey', 'mapping', 'state'] as const),
      ...(['lastLine', 'readBytes'] as const),
      ...([
        'newRows',
        'changedRows',
        'unchangedRows',
        'refusedRows',
        'skippedRows',
        'checked',
        'problem',
        'hasFiles',
      ] as const),
      ...(['startedBy', 'reason', 'createdAt', 'startedAt', 'finishedAt'] as const),
    ])
    .where('id', '=', id);
}

export async function findImport(db: Db, id: string) {
  return selectImport(db, id).executeTakeFirst();
}
export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Locks the import until the transaction ends. */
export async function lockImport(trx: Trx, id: string): Promise<ImportRow | undefined> {
  return selectImport(trx, id).forUpdate().executeTakeFirst();
}

/**
 * Makes PostgreSQL plan the transaction's statements for the tables' current sizes. A plan that was made
 * while a table was small would read all of the table for each batch.
 */
export async function planForCurrentSizes(trx: Trx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
}

interface NewImport {
  id: string;
  kind: string;
  fileName: string;
  options: unknown;
  uploadedBy: string;
  createdAt: Date;
}

export async function insertImport(db: Db, { options, ...row }: NewImport): Promise<void> {
  await db
    .insertInto('imports')
    .values({ ...row, options: JSON.stringify(options), state: 'uploading' })
    .execute();
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export async function setUploaded(
  trx: Trx,
  id: string,
  { bytes, parts }: { bytes: number; parts: number },
): Promise<void> {
  await trx.updateTable('imports').set({ bytes, parts, state: 'checking' }).where('id', '=', id).execute();
}

export async function setSurvey(db: Db, id: string, survey: TableSurvey): Promise<void> {
  await db
    .updateTable('imports')
    .set({ survey: JSON.stringify(survey) })
    .where('id', '=', id)
    .execute();
}

const NOTHING_READ = {
  ...{ lastLine: 0, readBytes: 0, finishedAt: null },
  ...{ newRows: 0, changedRows: 0, unchangedRows: 0, refusedRows: 0, skippedRows: 0 },
};

/** The file was read, but staff must decide how it is mapped. */
export async function setUnmapped(db: Db, id: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'mapping' })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .execute();
}

/** Starts the dry run again. */
export async function setMapping(trx: Trx, id: string, mapping: ImportMapping): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ ...NOTHING_READ, mapping: JSON.stringify(mapping), state: 'checking' })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('importFaults').where('importId', '=', id).execute();
}

/** Keeps the mapping that the headings alone decided. */
export async function keepMapping(db: Db, id: string, mapping: ImportMapping): Promise<void> {
  await db
    .updateTable('imports')
    .set({ mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .where('mapping', 'is', null)
    .execute();
}

/** Starts the import itself. Resets the counts, and keeps the dry run's in `checked`. */
export async function setStarted(
  trx: Trx,
  id: string,
  run: { startedBy: string; reason: string; startedAt: Date; checked: ImportCounts },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({
      ...run,
      ...NOTHING_READ,
      ...{ checked: JSON.stringify(run.checked), state: 'running' },
    })
    .where('id', '=', id)
    .execute();
  await trx.deleteFrom('importFaults').where('importId', '=', id).execute();
}

export async function setFinished(
  trx: Trx,
  id: string,
  end: { state: ImportState; problem?: string; finishedAt: Date },
): Promise<void> {
  await trx.updateTable('imports').set(end).where('id', '=', id).execute();
}

export async function addProgress(
  trx: Trx,
  id: string,
  { counts, ...place }: { counts: ImportCounts; lastLine: number; readBytes: number },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set((eb) => ({
      ...place,
      newRows: eb('newRows', '+', counts.new),
      changedRows: eb('changedRows', '+', counts.changed),
      unchangedRows: eb('unchangedRows', '+', counts.unchanged),
      refusedRows: eb('refusedRows', '+', counts.refused),
      skippedRows: eb('skippedRows', '+', counts.skipped),
    }))
    .where('id', '=', id)
    .execute();
}

export interface NumberedFault {
  line: number;
  position: number;
  column: string | null;
  message: string;
}

export async function insertFaults(
  trx: Trx,
  importId: string,
  faults: readonly NumberedFault[],
): Promise<void> {
  await sql`insert into import_faults (import_id, line, position, column_name, message)
    select ${importId}::uuid, line, position, "column", message
    from json_to_recordset(${JSON.stringify(faults)}::json)
      as input(line int4, position int2, "column" text, message text)`.execute(trx);
}

/** Ordered by line. */
export async function findFaults(
  db: Db,
  importId: string,
  { after = { line: 0, position: 0 }, limit }: { after?: FaultPlace | undefined; limit: number },
): Promise<NumberedFault[]> {
  return db
    .selectFrom('importFaults')
    .select(['line', 'position', 'columnName as column', 'message'])
    .where('importId', '=', importId)
    .where(sql<boolean>`(line, position) > (${after.line}, ${after.position})`)
    .orderBy('line')
    .orderBy('position')
    .limit(limit)
    .execute();
}

type FaultPlace = Pick<NumberedFault, 'line' | 'position'>;

/** Finds imports that were canceled or failed, and those that were uploaded before `before`. */
export async function findRemovableFiles(db: Db, before: Date, limit: number) {
  return db
    .selectFrom('imports')
    .select(['id', 'parts', 'state'])
    .where(sql<boolean>`has_files`)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['canceled', 'failed']),
        eb.and([
          eb('state', 'in', ['uploading', 'mapping', 'checked', 'done']),
          eb('createdAt', '<', before),
        ]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

export async function setFilesRemoved(db: Db, id: string): Promise<void> {
  await db.updateTable('imports').set({ hasFiles: false }).where('id', '=', id).execute();
}
