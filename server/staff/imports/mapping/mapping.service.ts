import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { matchHeadings } from '../../../lib/table/headings.ts';
import { surveyTable } from '../../../lib/table/survey.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { findImport, type ImportRow, lockImport, setMapping, setSurvey } from '../import.repository.ts';
import { readSample, readUpload, storeSample } from '../import-files.ts';
import type { ImportKind } from '../import-kind.ts';
import { isImportKind } from '../import-kinds.shared.ts';
import { KINDS } from '../import-kinds.ts';
import { findMappingProblems } from './check-mapping.shared.ts';
import { findRememberedMapping, rememberMapping } from './mapping.repository.ts';
import {
  type ImportMapping,
  importMapping,
  importSurvey,
  type MappingSource,
  type MappingStep,
} from './mapping.schema.ts';

type Survey = MappingSource['survey'];

/** Returns null for a survey that an earlier release made, or if there is none yet. */
export function readSurvey({ survey }: Pick<ImportRow, 'survey'>): Survey | null {
  return importSurvey.safeParse(survey).data ?? null;
}

export function readMapping({ mapping }: Pick<ImportRow, 'mapping'>): ImportMapping | null {
  return importMapping.safeParse(mapping).data ?? null;
}

/** Maps the headings that we know. */
export function proposeMapping({ table, rules }: Pick<ImportKind, 'table' | 'rules'>, survey: Survey) {
  const { columns, utcColumns } = matchHeadings(table, survey.headings);
  const mapping: ImportMapping = {
    columns: columns.map((field) => field ?? ''),
    values: [],
    defaults: {},
    dayOrder: 'auto',
    isUtc: rules.days.some((field) => utcColumns.includes(field)),
  };
  return mapping;
}

/**
 * Returns how a file is read, after reading all of it the first time. Returns null if staff must first decide
 * what its columns and values mean. Throws TableError.
 */
export async function prepareMapping(
  deps: Pick<Deps, 'db' | 'files'>,
  row: ImportRow,
  kind: ImportKind,
): Promise<{ survey: Survey; mapping: ImportMapping } | null> {
  const [stored, mapping] = [readSurvey(row), readMapping(row)];
  if (stored && mapping) return { survey: stored, mapping };
  const { survey, sample } = await surveyTable(
    readUpload(deps.files, row, () => {}),
    kind.table,
  );
  await storeSample(deps.files, row.id, sample);
  await setSurvey(deps.db, row.id, survey);
  const proposal = proposeMapping(kind, survey);
  const source = { survey, sample, options: await kind.listOptions(deps.db) };
  const isClear =
    matchHeadings(kind.table, survey.headings).repeated.length === 0 &&
    (await findRemembered(deps.db, row.kind, survey)) === null &&
    findMappingProblems(kind.rules, source, proposal).length === 0;
  // An import that an earlier release started has no mapping.
  if (!isClear && row.state === 'checking') return null;
  return { survey, mapping: proposal };
}

async function findRemembered(db: Db, kind: string, survey: Survey): Promise<ImportMapping | null> {
  const found = importMapping.safeParse(await findRememberedMapping(db, kind, digestHeader(survey)));
  if (!found.success) return null;
  const columns = survey.headings.map((_, at) => found.data.columns[at] ?? '');
  return { ...found.data, columns };
}

/** The file of refused rows has one more column, so that it is mapped like the first file. */
function digestHeader({ headings }: Survey): string {
  return hashJson(headings.at(-1) === 'errors' ? headings.slice(0, -1) : headings);
}

/** Returns what staff see to decide how a file is mapped. Throws NOT_FOUND once the file was removed. */
export async function getMappingStep(deps: Pick<Deps, 'db' | 'files'>, id: string): Promise<MappingStep> {
  const row = await findImport(deps.db, id);
  const survey = row && readSurvey(row);
  if (!survey || !row.hasFiles || !isImportKind(row.kind)) throw new AppError('NOT_FOUND');
  const sample = await readSample(deps.files, id);
  if (!sample) throw new AppError('NOT_FOUND');
  const kind = KINDS[row.kind];
  const chosen = readMapping(row);
  const remembered = chosen ? null : await findRemembered(deps.db, row.kind, survey);
  return {
    survey,
    sample,
    options: await kind.listOptions(deps.db),
    mapping: chosen ?? remembered ?? proposeMapping(kind, survey),
    isRemembered: remembered !== null,
  };
}

/**
 * Stores how a file is mapped, remembers it for files with the same first line, and starts its dry run.
 * Throws CHANGED_SINCE if the import was started or canceled, and INVALID_INPUT for the first problem.
 */
export async function mapImport(
  { deps, account }: AccountContext,
  { id, mapping }: { id: string; mapping: ImportMapping },
): Promise<void> {
  const { survey, sample, options } = await getMappingStep(deps, id);
  await inTransaction(deps.db, async (trx) => {
    const row = await lockImport(trx, id);
    if (!row || !isImportKind(row.kind)) throw new AppError('NOT_FOUND');
    if (row.state !== 'mapping' && row.state !== 'checked') throw new AppError('CHANGED_SINCE');
    const [problem] = findMappingProblems(KINDS[row.kind].rules, { survey, sample, options }, mapping);
    if (problem) {
      throw new AppError('INVALID_INPUT', { field: problem.path, message: problem.message });
    }
    await setMapping(trx, id, mapping);
    const header = { kind: row.kind, headerDigest: digestHeader(survey), savedAt: deps.now() };
    await rememberMapping(trx, header, mapping);
    const entry = { actorId: account.id, subject: `import:${id}`, at: deps.now() };
    await recordAudit(trx, { ...entry, action: 'import.map' });
    await deps.jobs.enqueue(trx, 'continue-import', { importId: id });
  });
}
