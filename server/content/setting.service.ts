import type { Db } from '#db/client.ts';
import { upsertPublicSetting } from './setting.repository.ts';

/** Changes a setting that anybody may read (DESIGN D34); whoever calls has judged the value. */
export async function changePublicSetting(db: Db, key: string, value: string): Promise<void> {
  await upsertPublicSetting(db, key, value);
}
