import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import { contractType, helpTextType, type PublishedText, policyType } from './content.schema.ts';
import { findDraftTypes, findText, findVersions, insertVersion, type TextTable } from './text.repository.ts';

/** The table that contains the versions of each text, keyed by the text's name. */
export const TEXTS: ReadonlyMap<string, TextTable> = new Map<string, TextTable>([
  ...policyType.options.map((type): [string, TextTable] => [type, 'policies']),
  ...contractType.options.map((type): [string, TextTable] => [type, 'contracts']),
  ...helpTextType.options.map((type): [string, TextTable] => [type, 'helpTexts']),
]);

function requireTable(type: string): TextTable {
  const table = TEXTS.get(type);
  if (!table) throw new Error(`There is no text ${type}`);
  return table;
}

/**
 * Returns the given version of a text, or the newest one if `version` is omitted. Throws if `type` is not in
 * `TEXTS`.
 */
export async function readText(db: Db, type: string, version?: number): Promise<PublishedText | undefined> {
  return findText(db, requireTable(type), type, version);
}

export async function listVersions(db: Db, type: string): Promise<PublishedText[]> {
  return findVersions(db, requireTable(type), type);
}

/** Lists the texts whose newest version counsel hasn't reviewed. */
export async function listDrafts(db: Db): Promise<string[]> {
  const tables = [...new Set(TEXTS.values())];
  return (await Promise.all(tables.map((table) => findDraftTypes(db, table)))).flat();
}

/**
 * Throws a ConfigError if a text is still a draft, unless the configuration allows drafts
 * (ALLOW_STANDINS=texts).
 */
export async function assertTextsReviewed({ config, db }: Pick<Deps, 'config' | 'db'>): Promise<void> {
  const drafts = config.areDraftTextsAllowed ? [] : await listDrafts(db);
  if (drafts.length === 0) return;
  throw new ConfigError(
    `These texts are drafts: ${drafts.join(', ')}. When counsel has reviewed them: npm run content -- texts approve <name…>. Or set ALLOW_STANDINS=texts.`,
  );
}

/**
 * Publishes sanitized HTML as the next version of a text. Returns its number, or null if the newest version
 * has the same HTML. Old versions are kept, because people have agreed to them.
 */
export async function publishText(
  trx: Trx,
  { type, html, isDraft }: { type: string; html: string; isDraft: boolean },
  now: Date,
  by: Actor = {},
): Promise<number | null> {
  const newestText = await findText(trx, requireTable(type), type);
  if (newestText?.html.trim() === html.trim()) return null;
  return addVersion(trx, { type, html, isDraft }, newestText, { now, by });
}

/**
 * Publishes an unchanged copy of a draft as a version that counsel has reviewed. Returns null if the text
 * isn't a draft.
 */
export async function approveText(trx: Trx, type: string, now: Date, by: Actor = {}): Promise<number | null> {
  const table = requireTable(type);
  const newestText = await findText(trx, table, type);
  if (!newestText || !(await findDraftTypes(trx, table)).includes(type)) return null;
  return addVersion(trx, { type, html: newestText.html, isDraft: false }, newestText, { now, by });
}

/** Approves the version that the caller has read. Throws CHANGED_SINCE if it isn't the newest one. */
export async function approveVersion(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { type, version }: { type: string; version: number },
  by: Actor,
): Promise<number> {
  return inTransaction(db, async (trx) => {
    const newestText = await readText(trx, type);
    const approvedVersion = newestText?.version === version ? await approveText(trx, type, now(), by) : null;
    if (approvedVersion === null) throw new AppError('CHANGED_SINCE');
    return approvedVersion;
  });
}

async function addVersion(
  trx: Trx,
  { type, html, isDraft }: { type: string; html: string; isDraft: boolean },
  newestText: PublishedText | undefined,
  { now, by }: { now: Date; by: Actor },
): Promise<number> {
  const version = (newestText?.version ?? 0) + 1;
  const text = { type, version, html: `${html.trim()}\n`, publishedAt: now, isDraft };
  await insertVersion(trx, requireTable(type), text);
  const change = {
    before: newestText ? `version ${newestText.version}` : null,
    after: `version ${version}${isDraft ? ', a draft' : ''}`,
  };
  await recordAudit(trx, { action: 'text.publish', subject: `text:${type}`, at: now, change, ...by });
  return version;
}
