import type { Db, Trx } from '#db/client.ts';

export interface SettingChange {
  id: string;
  key: string;
  previousValue: string;
  value: string;
  changedAt: Date;
}

/** Reads a setting and locks it for the rest of the transaction. */
export async function lockSetting(trx: Trx, key: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return row?.value;
}

export async function upsertPublicSetting(trx: Trx, key: string, value: string): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key, value, isPublic: true })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function insertSettingChange(trx: Trx, change: SettingChange): Promise<void> {
  await trx.insertInto('settingChanges').values(change).execute();
}

export async function findSettingChanges(db: Db, key: string): Promise<SettingChange[]> {
  return db
    .selectFrom('settingChanges')
    .select(['id', 'key', 'previousValue', 'value', 'changedAt'])
    .where('key', '=', key)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
