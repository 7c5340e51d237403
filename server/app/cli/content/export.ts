import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '#db/client.ts';
import { getPublicSettings } from '../../../domains/content/content.service.ts';
import { isSettingKey } from '../../../domains/content/setting.schema.ts';
import { readText, TEXTS } from '../../../domains/content/text.service.ts';
import { listWebinarCodes } from '../../../domains/webinar/code.service.ts';
import { formatWebinarCodesFile } from '../../../domains/webinar/code-file.service.ts';
import { CommandError } from '../command.ts';
import { requireText } from './texts.ts';

export const SETTINGS_FILE = 'settings.json';
export const CODES_FILE = 'webinar-codes.csv';
const FOLDERS = { policies: 'policies', contracts: 'contracts', helpTexts: '' } as const;

/** Returns a text's path in an exported folder, such as 'policies/privacy.html' or 'faq.html'. */
export function getTextPath(name: string): string {
  const table = TEXTS.get(name) ?? 'helpTexts';
  return join(FOLDERS[table], `${name.toLowerCase()}.html`);
}

/** Returns the files of a topic ('settings', 'codes', 'policies', …) or of a single text. */
function listPaths(name: string): string[] {
  if (name === 'settings') return [SETTINGS_FILE];
  if (name === 'codes') return [CODES_FILE];
  const textPaths = [...TEXTS].filter(([, table]) => table === name).map(([text]) => getTextPath(text));
  return textPaths.length > 0 ? textPaths : [getTextPath(requireText(name))];
}

const ALL_TOPICS = ['settings', 'policies', 'contracts', 'faq', 'codes'];

async function readContent(db: Db, path: string): Promise<string> {
  if (path === SETTINGS_FILE) {
    const editableSettings = Object.entries(await getPublicSettings(db)).filter(([key]) => isSettingKey(key));
    return `${JSON.stringify(Object.fromEntries(editableSettings.toSorted()), null, 2)}\n`;
  }
  if (path === CODES_FILE) return formatWebinarCodesFile(await listWebinarCodes(db));
  const name = [...TEXTS.keys()].find((text) => getTextPath(text) === path) ?? '';
  const text = await readText(db, name);
  if (!text) throw new CommandError(`${name} is not published.`);
  return text.html;
}

/**
 * Writes the given topics and texts (by default, everything) as files that `import` can read. Overwrites
 * existing files.
 */
export async function exportContent(db: Db, folder: string, names: string[]): Promise<string> {
  const paths = new Set((names.length > 0 ? names : ALL_TOPICS).flatMap(listPaths));
  for (const path of paths) {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await readContent(db, path));
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${file} can't be written: ${error instanceof Error ? error.message : error}`);
    }
  }
  return `${paths.size} ${paths.size === 1 ? 'file' : 'files'} written to ${folder}.`;
}
