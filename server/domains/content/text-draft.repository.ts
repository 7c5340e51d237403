import type { Db, Trx } from '#db/client.ts';

export interface TextDraft {
  type: string;
  html: string;
  /** The published version from which the draft was started; 0 if there was none. */
  baseVersion: number;
  /** Changes with each save. */
  revision: string;
  savedAt: Date;
  savedBy: string | null;
}

export async function findDraft(db: Db, type: string): Promise<TextDraft | undefined> {
  return db
    .selectFrom('textDrafts')
    .select(['type', 'html', 'baseVersion', 'revision', 'savedAt', 'savedBy'])
    .where('type', '=', type)
    .executeTakeFirst();
}

export async function findAllDrafts(db: Db): Promise<Array<Pick<TextDraft, 'type' | 'savedAt'>>> {
  return db.selectFrom('textDrafts').select(['type', 'savedAt']).execute();
}

/** Returns false if the text already has a draft. */
export async function insertDraft(trx: Trx, draft: TextDraft): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('textDrafts')
    .values(draft)
    .onConflict((conflict) => conflict.column('type').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns false if the stored draft has a different revision. */
export async function updateDraft(
  trx: Trx,
  revision: string,
  { type, ...values }: TextDraft,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('textDrafts')
    .set(values)
    .where('type', '=', type)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Returns false if the stored draft has a different revision. */
export async function deleteDraft(trx: Trx, type: string, revision: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('textDrafts')
    .where('type', '=', type)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
