import type { Db, Trx } from '#db/client.ts';
import { recordAudit } from '../monitoring/audit.service.ts';
import { contractType, helpTextType, type PublishedText, policyType } from './content.schema.ts';
import { findText, findVersions, insertVersion, type TextTable } from './text.repository.ts';

/** The published texts by name, with the table of their versions. */
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

/** The given version of a text in `TEXTS`, or the newest one. */
export async function readText(db: Db, type: string, version?: number): Promise<PublishedText | undefined> {
  return findText(db, requireTable(type), type, version);
}

/** Newest first. */
export async function listVersions(db: Db, type: string): Promise<PublishedText[]> {
  return findVersions(db, requireTable(type), type);
}

/**
 * Publishes sanitized HTML as the next version of a text in `TEXTS` and returns the version's number, or null if the
 * newest version has the same text. Old versions stay, because people have agreed to them.
 */
export async function publishText(
  trx: Trx,
  { type, html }: { type: string; html: string },
  now: Date,
): Promise<number | null> {
  const table = requireTable(type);
  const newest = await findText(trx, table, type);
  if (newest?.html.trim() === html.trim()) return null;
  const version = (newest?.version ?? 0) + 1;
  await insertVersion(trx, table, { type, version, html: `${html.trim()}\n`, publishedAt: now });
  const change = { before: newest ? `version ${newest.version}` : null, after: `version ${version}` };
  await recordAudit(trx, { action: 'text.publish', subject: `text:${type}`, at: now, change });
  return version;
}
