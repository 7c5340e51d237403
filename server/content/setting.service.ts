import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { SEED_SETTINGS } from '#db/seed/catalog.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../lib/ids.ts';
import {
  findSettingChanges,
  insertSettingChange,
  lockSetting,
  type SettingChange,
  upsertPublicSetting,
} from './setting.repository.ts';
import { isSettingKey, SETTINGS, type SettingKey } from './setting.schema.ts';

type SettingDeps = Pick<Deps, 'db' | 'now'>;

/** A value as it is stored, or what is wrong with it in words. */
export function judgeSetting(key: string, typed: string): { value: string } | { fault: string } {
  if (!isSettingKey(key)) return { fault: 'There is no such setting.' };
  const read = SETTINGS[key].value.safeParse(typed);
  return read.success ? { value: read.data } : { fault: `${read.error.issues[0]?.message}.` };
}

/** What a setting is where nobody has changed it. */
export function initialSetting(key: SettingKey): string {
  return SEED_SETTINGS[key] ?? '';
}

/** Changes a setting that anybody may read (DESIGN D34); whoever calls has judged the value. */
export async function changePublicSetting(
  { db, now }: SettingDeps,
  key: string,
  value: string,
): Promise<void> {
  await inTransaction(db, (trx) => changeSettingIn(trx, key, value, now()));
}

/** The same in a transaction of the caller's; true where it was something else before. */
export async function changeSettingIn(trx: Trx, key: string, value: string, now: Date): Promise<boolean> {
  const previousValue = await lockSetting(trx, key);
  if (previousValue === value) return false;
  await upsertPublicSetting(trx, key, value);
  await insertSettingChange(trx, {
    id: newId(),
    key,
    previousValue: previousValue ?? '',
    value,
    changedAt: now,
  });
  return true;
}

/** What a setting was before, the newest change first. */
export async function listSettingChanges(db: Db, key: SettingKey): Promise<SettingChange[]> {
  return findSettingChanges(db, key);
}
