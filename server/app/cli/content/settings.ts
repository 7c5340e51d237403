import { isSettingKey, SETTINGS, type SettingKey } from '../../../domains/content/setting.schema.ts';
import {
  changePublicSetting,
  getInitialSetting,
  listSettingChanges,
  listSettings,
  validateSetting,
} from '../../../domains/content/setting.service.ts';
import { type CommandDeps, CommandError, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';

function requireKey(key: string | undefined): SettingKey {
  if (key === undefined) throw new UsageError('Name a setting.');
  if (isSettingKey(key)) return key;
  throw new CommandError(`There is no setting ${key}. Settings: ${Object.keys(SETTINGS).join(', ')}.`);
}

const formatValue = (value: string) => (value === '' ? '-' : value);

async function printSettings({ db }: CommandDeps): Promise<string> {
  const settings = await listSettings(db);
  const rows = settings.map(({ key, value, description }) => [key, formatValue(value), description]);
  return formatTable([['setting', 'value', ''], ...rows]);
}

async function changeValue(deps: CommandDeps, keyText: string | undefined, text: string): Promise<string> {
  const key = requireKey(keyText);
  const result = validateSetting(key, text);
  if ('error' in result) throw new CommandError(`${key}: ${result.error}`);
  await changePublicSetting(deps, key, result.value);
  return `${key} is now ${formatValue(result.value)}.`;
}

async function restoreValue(deps: CommandDeps, keyText: string | undefined): Promise<string> {
  const key = requireKey(keyText);
  const value = getInitialSetting(key);
  await changePublicSetting(deps, key, value);
  return `${key} has its initial value again: ${formatValue(value)}`;
}

async function printHistory({ db }: CommandDeps, keyText: string | undefined): Promise<string> {
  const key = requireKey(keyText);
  const changes = await listSettingChanges(db, key);
  if (changes.length === 0) return `${key} was never changed.`;
  return formatTable(
    changes.map(({ changedAt, previousValue, value }) => [
      changedAt.toISOString(),
      formatValue(previousValue),
      '->',
      formatValue(value),
    ]),
  );
}

export async function settingsAction(deps: CommandDeps, [action, key, ...words]: string[]): Promise<string> {
  if (action === 'set' && words.length > 0) return changeValue(deps, key, words.join(' '));
  if (words.length === 0) {
    if (action === 'list' && key === undefined) return printSettings(deps);
    if (action === 'unset') return restoreValue(deps, key);
    if (action === 'history') return printHistory(deps, key);
  }
  throw new UsageError('Choose an action for settings: list, set, unset, or history.');
}
