import type { Db, Trx } from '#db/client.ts';
import { contractType, helpTextType, type PublishedText, policyType } from './content.schema.ts';
import { findText, findVersions, insertVersion, type TextTable } from './text.repository.ts';

/** Every text that staff publish, by its name, and where its versions are kept. */
export const TEXTS: ReadonlyMap<string, TextTable> = new Map<string, TextTable>([
  ...policyType.options.map((type): [string, TextTable] => [type, 'policies']),
  ...contractType.options.map((type): [string, TextTable] => [type, 'contracts']),
  ...helpTextType.options.map((type): [string, TextTable] => [type, 'helpTexts']),
]);

function tableOf(type: string): TextTable {
  const table = TEXTS.get(type);
  if (!table) throw new Error(`There is no text ${type}`);
  return table;
}

/** The newest version of a text of `TEXTS`, or the one that is asked for. */
export async function readText(db: Db, type: string, version?: number): Promise<PublishedText | undefined> {
  return findText(db, tableOf(type), type, version);
}

/** Every version of a text of `TEXTS`, the newest first. */
export async function listVersions(db: Db, type: string): Promise<PublishedText[]> {
  return findVersions(db, tableOf(type), type);
}

/**
 * Publishes a text of `TEXTS` as its next version; former versions stay, because people have agreed to them. The
 * number of the version, or null where the newest one says the same. `html` is clean already.
 */
export async function publishText(
  trx: Trx,
  { type, html }: { type: string; html: string },
  now: Date,
): Promise<number | null> {
  const table = tableOf(type);
  const newest = await findText(trx, table, type);
  if (newest?.html.trim() === html.trim()) return null;
  const version = (newest?.version ?? 0) + 1;
  await insertVersion(trx, table, { type, version, html: `${html.trim()}\n`, publishedAt: now });
  return version;
}
