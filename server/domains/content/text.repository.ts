import type { Db, Trx } from '#db/client.ts';
import type { PublishedText } from './content.schema.ts';

export type TextTable = 'contracts' | 'policies' | 'helpTexts';

const COLUMNS = ['type', 'version', 'html', 'publishedAt'] as const;

/** Returns the given version of a text, or the newest one if `version` is omitted. */
export async function findText(
  db: Db,
  table: TextTable,
  type: string,
  version?: number,
): Promise<PublishedText | undefined> {
  return db
    .selectFrom(table)
    .select(COLUMNS)
    .where('type', '=', type)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findVersions(db: Db, table: TextTable, type: string): Promise<PublishedText[]> {
  return db.selectFrom(table).select(COLUMNS).where('type', '=', type).orderBy('version', 'desc').execute();
}

/** Throws if the version exists, so that two people publishing at once can't overwrite each other. */
export async function insertVersion(
  trx: Trx,
  table: TextTable,
  text: PublishedText & { isDraft: boolean },
): Promise<void> {
  await trx.insertInto(table).values(text).execute();
}

/** Lists the types whose newest version is a draft. */
export async function findDraftTypes(db: Db, table: TextTable): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select(['type', 'isDraft'])
    .distinctOn('type')
    .orderBy('type')
    .orderBy('version', 'desc')
    .execute();
  return rows.filter(({ isDraft }) => isDraft).map(({ type }) => type);
}
