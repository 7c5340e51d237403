import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Trx } from '#db/client.ts';
import { inTransaction, isUniqueViolation } from '#db/client.ts';
import { listPriceTexts } from '../../catalog/plan.service.ts';
import { findPlaceholderValues } from '../../content/faq.service.ts';
import { findFaqErrors } from '../../content/faq-text.ts';
import { cleanPublishedHtml } from '../../content/published-html.ts';
import { settingsFile } from '../../content/setting.schema.ts';
import { changeSetting, validateSetting } from '../../content/setting.service.ts';
import { publishText, TEXTS } from '../../content/text.service.ts';
import { addCodes } from '../../webinar/code.service.ts';
import { type CommandDeps, CommandError, type CommandIo } from '../command.ts';
import { readWebinarCodesFile } from '../webinar-codes-file.ts';
import { CODES_FILE, SETTINGS_FILE } from './export.ts';

const MOST_BYTES = 1_000_000;

/** What a file asks for; done together with the others, or not at all. Says what it did. */
type Change = (trx: Trx, now: Date) => Promise<string>;
/** A file that was read, with what is wrong with it in words. */
interface Read {
  change: Change;
  faults: string[];
}

function isContent(file: string): boolean {
  const name = basename(file);
  return name === SETTINGS_FILE || name === CODES_FILE || TEXTS.has(textName(file));
}

/** 'policies/privacy.html' is PRIVACY; nothing where it is no text's file. */
function textName(file: string): string {
  return extname(file) === '.html' ? basename(file, '.html').toUpperCase() : '';
}

/** The files that are meant: of a folder all that an export writes, one folder deep. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  if (found.size > MOST_BYTES && found.isFile()) throw new CommandError(`${path} is too large.`);
  if (found.isFile()) {
    if (isContent(path)) return [path];
    throw new CommandError(
      `${path} has no name of ours: privacy.html, faq.html, ${SETTINGS_FILE}, ${CODES_FILE}.`,
    );
  }
  const entries = await readdir(path, { recursive: true });
  const files = entries.filter((entry) => isContent(entry)).map((entry) => join(path, entry));
  if (files.length === 0) throw new CommandError(`${path} has no file that can be imported.`);
  return files.toSorted();
}

async function readTextFile(deps: CommandDeps, file: string, io: CommandIo): Promise<Read> {
  const type = textName(file);
  const { html, leftOut } = await cleanPublishedHtml(await readFile(file, 'utf8'));
  if (leftOut.length > 0) io.note(`${file}: left out, because it is never shown: ${leftOut.join(', ')}.`);
  const faults = html === '' ? ['It is empty.'] : [];
  if (type === 'FAQ') {
    faults.push(...findFaqErrors(html, await findPlaceholderValues(deps.db, await listPriceTexts(deps.db))));
  }
  const change: Change = async (trx, now) => {
    const version = await publishText(trx, { type, html }, now);
    return version === null ? `${type}  as it was` : `${type}  version ${version}`;
  };
  return { change, faults };
}

async function readSettings(file: string): Promise<Read> {
  const values = new Map<string, string>();
  const faults: string[] = [];
  for (const [key, typed] of Object.entries(await settingsOf(file))) {
    const validated = validateSetting(key, typed);
    if ('error' in validated) faults.push(`${key}: ${validated.error}`);
    else values.set(key, validated.value);
  }
  const change: Change = async (trx, now) => {
    const changed: string[] = [];
    // In one order everywhere: two who import at once do not wait for each other for ever.
    for (const [key, value] of [...values].toSorted()) {
      if (await changeSetting(trx, key, value, now)) changed.push(key);
    }
    return changed.length === 0 ? 'settings  as they were' : `settings  changed: ${changed.join(', ')}`;
  };
  return { change, faults };
}

async function settingsOf(file: string): Promise<Record<string, string>> {
  try {
    return settingsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    throw new CommandError(`${file} takes JSON, each key with a text: {"contactHours": "Mon-Fri"}.`);
  }
}

async function readCodes(file: string): Promise<Read> {
  const { codes, faults } = readWebinarCodesFile(await readFile(file, 'utf8'));
  const change: Change = async (trx, now) => `webinar codes  ${(await addCodes(trx, codes, now)).length} new`;
  return { change, faults };
}

function read(deps: CommandDeps, file: string, io: CommandIo): Promise<Read> {
  if (basename(file) === SETTINGS_FILE) return readSettings(file);
  return basename(file) === CODES_FILE ? readCodes(file) : readTextFile(deps, file, io);
}

/** Takes files, or the folders of an export: all of them or, where anything is wrong, none. */
export async function importContent(deps: CommandDeps, paths: string[], io: CommandIo): Promise<string> {
  const changes: Change[] = [];
  const faults: string[] = [];
  for (const file of (await Promise.all(paths.map(filesOf))).flat()) {
    const found = await read(deps, file, io);
    changes.push(found.change);
    faults.push(...found.faults.map((fault) => `${file}: ${fault}`));
  }
  if (faults.length > 0) throw new CommandError([...faults, 'Nothing was imported.'].join('\n'));
  try {
    return await inTransaction(deps.db, async (trx) => {
      const done: string[] = [];
      for (const change of changes) done.push(await change(trx, deps.now()));
      return done.join('\n');
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new CommandError(
      'Somebody else published just now. Nothing was imported; please look, then try again.',
    );
  }
}
