import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { SEED_SETTINGS } from '#db/seed/catalog.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Actor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findPublicSettings } from './content.repository.ts';
import { insertSettingChange, lockSetting, upsertPublicSetting } from './setting.repository.ts';
import { isSettingKey, SETTINGS, type Setting } from './setting.schema.ts';

type SettingDeps = Pick<Deps, 'db' | 'now'>;

/** Returns the value to store, or an error message. */
export function validateSetting(key: string, text: string): { value: string } | { error: string } {
  if (!isSettingKey(key)) return { error: 'There is no such setting.' };
  const parsedValue = SETTINGS[key].value.safeParse(text);
  return parsedValue.success
    ? { value: parsedValue.data }
    : { error: `${parsedValue.error.issues[0]?.message}.` };
}

export async function listSettings(db: Db): Promise<Setting[]> {
  const values = await findPublicSettings(db);
  return Object.keys(SETTINGS)
    .filter(isSettingKey)
    .map((key) => ({
      key,
      description: SETTINGS[key].description,
      type: SETTINGS[key].type,
      value: values[key] ?? '',
      initialValue: SEED_SETTINGS[key] ?? '',
    }));
}

interface ChangeOptions extends Actor {
  /** The value that the editor saw. If it has changed since, this change is refused. */
  expectedValue?: string;
}

/** Changes a setting to a value that the caller has validated. */
export async function changePublicSetting(
  { db, now }: SettingDeps,
  key: string,
  value: string,
  options?: ChangeOptions,
): Promise<void> {
  await inTransaction(db, (trx) => changeSetting(trx, key, value, now(), options));
}

/** Changes a setting. Returns false if it already had the value. Throws CHANGED_SINCE. */
export async function changeSetting(
  trx: Trx,
  key: string,
  value: string,
  now: Date,
  { expectedValue, ...by }: ChangeOptions = {},
): Promise<boolean> {
  const previousValue = await lockSetting(trx, key);
  if (expectedValue !== undefined && expectedValue !== (previousValue ?? '')) {
    throw new AppError('CHANGED_SINCE');
  }
  if (previousValue === value) return false;
  await upsertPublicSetting(trx, key, value);
  await insertSettingChange(trx, {
    id: newId(),
    key,
    previousValue: previousValue ?? '',
    value,
    changedAt: now,
  });
  const change = { before: previousValue ?? null, after: value };
  await recordAudit(trx, { action: 'setting.change', subject: `setting:${key}`, at: now, change, ...by });
  return true;
}
