import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { listPriceTexts } from '../../domains/catalog/plan.service.ts';
import type { SettingKey } from '../../domains/content/setting.schema.ts';
import { changePublicSetting, listSettings, validateSetting } from '../../domains/content/setting.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
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

export async function planSetting(
  { deps }: Pick<AccountContext, 'deps'>,
  { key, value, expectedValue }: SettingEdit,
) {
  const setting = await requireSetting(deps.db, key);
  if (setting.value !== expectedValue) throw new AppError('CHANGED_SINCE');
  const validated = validateSetting(key, value);
  if ('error' in validated) throw new AppError('INVALID_INPUT', { field: 'value', message: validated.error });
  const newValue = validated.value;
  if (newValue === setting.value) {
    throw new AppError('INVALID_INPUT', { field: 'value', message: 'This is already the value' });
  }
  const questions = await listQuestionsWith(deps.db, `{${key}}`, await listPriceTexts(deps.db));
  return {
    effects: [
      `${setting.description}: ${quote(setting.value)} → ${quote(newValue)}`,
      'The site and emails use it right away.',
      ...questions.map((question) => `The FAQ’s answer to “${question}” shows it.`),
    ],
    perform: (by: StaffAuthor) => changePublicSetting(deps, key, newValue, { expectedValue, ...by }),
    done: `The setting is now ${quote(newValue)}.`,
  };
}

const quote = (value: string) => (value === '' ? 'empty' : `“${value}”`);
