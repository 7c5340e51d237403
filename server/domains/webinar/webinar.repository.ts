import type { Insertable, Selectable } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { WebinarCodesTable, WebinarRewardsTable } from '#db/tables/webinar.ts';

const COLUMNS = ['id', 'code', 'startedAt', 'finishedAt', 'selection', 'createdAt'] as const;

export type WebinarCodeRow = Pick<Selectable<WebinarCodesTable>, (typeof COLUMNS)[number]>;

export async function findCode(db: Db, code: string): Promise<WebinarCodeRow | undefined> {
  return db.selectFrom('webinarCodes').select(COLUMNS).where('code', '=', code).executeTakeFirst();
}

/** Locks the code for the rest of the transaction. */
export async function lockCode(trx: Trx, code: string): Promise<WebinarCodeRow | undefined> {
  return trx
    .selectFrom('webinarCodes')
    .select(COLUMNS)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
}

export async function setWatched(
  trx: Trx,
  id: string,
  watchTimes: { startedAt: Date | null; finishedAt: Date | null },
): Promise<void> {
  await trx.updateTable('webinarCodes').set(watchTimes).where('id', '=', id).execute();
}

/** Records which offer was redeemed. Returns false if the code was already redeemed. */
export async function setSelection(
  trx: Trx,
  id: string,
  selected: { selection: NonNullable<WebinarCodeRow['selection']>; selectedAt: Date } & (
    | { survey: unknown }
    | { accountId: string }
  ),
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webinarCodes')
    .set('survey' in selected ? { ...selected, survey: JSON.stringify(selected.survey) } : selected)
    .where('id', '=', id)
    .where('selection', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function insertReward(trx: Trx, reward: Insertable<WebinarRewardsTable>): Promise<void> {
  await trx.insertInto('webinarRewards').values(reward).execute();
}
