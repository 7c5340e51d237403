import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Trx } from '#db/client.ts';
import { inTransaction, isUniqueViolation } from '#db/client.ts';
import { listPriceTexts } from '../../../domains/catalog/plan.service.ts';
import { cleanText } from '../../../domains/content/faq.service.ts';
import { settingsFile } from '../../../domains/content/setting.schema.ts';
import { changeSetting, validateSetting } from '../../../domains/content/setting.service.ts';
import { publishText, TEXTS } from '../../../domains/content/text.service.ts';
import { addCodes } from '../../../domains/webinar/code.service.ts';
import { readWebinarCodesFile } from '../../../domains/webinar/code-file.service.ts';
import { type CommandDeps, CommandError, type CommandIo } from '../command.ts';
import { CODES_FILE, SETTINGS_FILE } from './export.ts';

const MAX_BYTES = 1_000_000;

/** Applies one file and returns a summary. All files of an import are applied in one transaction. */
type Change = (trx: Trx, now: Date) => Promise<string>;
interface ParsedFile {
  change: Change;
  errors: string[];
}

function isImportable(file: string): boolean {
  const name = basename(file);
  return name === SETTINGS_FILE || name === CODES_FILE || TEXTS.has(getTextName(file));
}

/**
 * Derives the text's name from its path: 'policies/privacy.html' is PRIVACY. Empty for files that aren't
 * HTML.
 */
function getTextName(file: string): string {
  return extname(file) === '.html' ? basename(file, '.html').toUpperCase() : '';
}

/** Returns the path itself if it is a file, or all importable files in the folder. */
async function listFiles(path: string): Promise<string[]> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new CommandError(`${path} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  if (stats.size > MAX_BYTES && stats.isFile()) throw new CommandError(`${path} is too large.`);
  if (stats.isFile()) {
    if (isImportable(path)) return [path];
    throw new CommandError(
      `${path} is not importable. File names are like privacy.html, faq.html, ${SETTINGS_FILE}, ${CODES_FILE}.`,
    );
  }
  const entries = await readdir(path, { recursive: true });
  const files = entries.filter((entry) => isImportable(entry)).map((entry) => join(path, entry));
  if (files.length === 0) throw new CommandError(`${path} has no importable files.`);
  return files.toSorted();
}

async function parseText(
  deps: CommandDeps,
  file: string,
  isDraft: boolean,
  io: CommandIo,
): Promise<ParsedFile> {
  const type = getTextName(file);
  const source = await readFile(file, 'utf8');
  const { html, removedTags, errors } = await cleanText(deps.db, type, source, await listPriceTexts(deps.db));
  if (removedTags.length > 0) io.note(`${file}: removed unsupported tags: ${removedTags.join(', ')}.`);
  const change: Change = async (trx, now) => {
    const version = await publishText(trx, { type, html, isDraft }, now);
    return version === null ? `${type}  unchanged` : `${type}  version ${version}`;
  };
  return { change, errors };
}

async function parseSettings(file: string): Promise<ParsedFile> {
  const values = new Map<string, string>();
  const errors: string[] = [];
  for (const [key, text] of Object.entries(await readSettingsFile(file))) {
    const result = validateSetting(key, text);
    if ('error' in result) errors.push(`${key}: ${result.error}`);
    else values.set(key, result.value);
  }
  const change: Change = async (trx, now) => {
    const changedKeys: string[] = [];
    // Lock settings in a fixed order, so that concurrent imports can't deadlock.
    for (const [key, value] of [...values].toSorted()) {
      if (await changeSetting(trx, key, value, now)) changedKeys.push(key);
    }
    return changedKeys.length === 0 ? 'settings  unchanged' : `settings  changed: ${changedKeys.join(', ')}`;
  };
  return { change, errors };
}

async function readSettingsFile(file: string): Promise<Record<string, string>> {
  try {
    return settingsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new CommandError(`${file} must be a JSON object of texts: {"contactHours": "Mon-Fri"}.`);
  }
}

async function parseCodes(file: string, io: CommandIo): Promise<ParsedFile> {
  const { codes, faults: errors, unused } = await readWebinarCodesFile(await readFile(file));
  if (unused.length > 0) io.note(`${file}: not used: ${unused.join(', ')}.`);
  const change: Change = async (trx, now) => `webinar codes  ${(await addCodes(trx, codes, now)).length} new`;
  return { change, errors };
}

function parseFile(deps: CommandDeps, file: string, isDraft: boolean, io: CommandIo): Promise<ParsedFile> {
  if (basename(file) === SETTINGS_FILE) return parseSettings(file);
  return basename(file) === CODES_FILE ? parseCodes(file, io) : parseText(deps, file, isDraft, io);
}

/** Imports files, or folders written by `export`. If any file has an error, nothing is imported. */
export async function importContent(
  deps: CommandDeps,
  paths: string[],
  { isDraft }: { isDraft: boolean },
  io: CommandIo,
): Promise<string> {
  const changes: Change[] = [];
  const errors: string[] = [];
  for (const file of (await Promise.all(paths.map(listFiles))).flat()) {
    const parsedFile = await parseFile(deps, file, isDraft, io);
    changes.push(parsedFile.change);
    errors.push(...parsedFile.errors.map((error) => `${file}: ${error}`));
  }
  if (errors.length > 0) throw new CommandError([...errors, 'Nothing was imported.'].join('\n'));
  try {
    return await inTransaction(deps.db, async (trx) => {
      const reports: string[] = [];
      for (const change of changes) reports.push(await change(trx, deps.now()));
      return reports.join('\n');
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new CommandError(
      'Someone else published at the same time. Nothing was imported. Check the texts, then try again.',
    );
  }
}
