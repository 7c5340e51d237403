import type { Db } from '#db/client.ts';

export async function upsertPublicSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value, isPublic: true })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
