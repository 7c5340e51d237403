import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { listPriceTexts } from '../../domains/catalog/plan.service.ts';
import type { SettingKey } from '../../domains/content/setting.schema.ts';
import { changePublicSetting, listSettings, validateSetting } from '../../domains/content/setting.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline } from '../kit/timeline.service.ts';
import type { settingDetail, settingEdit } from './content.schema.ts';
import { listQuestionsWith } from './mentions.service.ts';

type SettingEdit = z.output<typeof settingEdit>;

export async function describeSetting(db: Db, key: SettingKey): Promise<z.input<typeof settingDetail>> {
  const timeline = await readAuditTimeline(db, [`setting:${key}`]);
  return { setting: await requireSetting(db, key), timeline };
}

async function requireSetting(db: Db, key: SettingKey) {
  const setting = (await listSettings(db)).find((other) => other.key === key);
  if (!setting) throw new AppError('NOT_FOUND');
  return setting;
}

export async function previewSetting(db: Db, { key, value, expectedValue }: SettingEdit) {
  const setting = await requireSetting(db, key);
  if (setting.value !== expectedValue) throw new AppError('CHANGED_SINCE');
  const newValue = requireValidValue(key, value);
  if (newValue === setting.value) {
    throw new AppError('INVALID_INPUT', { field: 'value', message: 'This is already the value' });
  }
  const questions = listQuestionsWith(db, `{${key}}`, await listPriceTexts(db));
  const effects = [
    `${setting.description}: ${quote(setting.value)} → ${quote(newValue)}`,
    'The site and emails use it right away.',
    ...(await questions).map((question) => `The FAQ’s answer to “${question}” shows it.`),
  ];
  return { effects, state: { value: setting.value } };
}

const quote = (value: string) => (value === '' ? 'empty' : `“${value}”`);

function requireValidValue(key: SettingKey, text: string): string {
  const validated = validateSetting(key, text);
  if ('error' in validated) throw new AppError('INVALID_INPUT', { field: 'value', message: validated.error });
  return validated.value;
}

export async function editSetting(
  deps: Pick<Deps, 'db' | 'now'>,
  { key, value, expectedValue }: SettingEdit,
  by: StaffAuthor,
): Promise<string> {
  const newValue = requireValidValue(key, value);
  await changePublicSetting(deps, key, newValue, { expectedValue, ...by });
  return newValue === '' ? 'The setting is now empty.' : `The setting is now “${newValue}”.`;
}
