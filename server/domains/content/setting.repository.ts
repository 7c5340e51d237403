import type { Insertable } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { SettingChangesTable } from '#db/tables/content.ts';

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

export async function insertSettingChange(trx: Trx, change: Insertable<SettingChangesTable>): Promise<void> {
  await trx.insertInto('settingChanges').values(change).execute();
}
