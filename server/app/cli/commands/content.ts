import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isSettingKey, SETTINGS, type SettingKey } from '../../../domains/content/setting.schema.ts';
import {
  changePublicSetting,
  getInitialSetting,
  listSettingChanges,
  listSettings,
  validateSetting,
} from '../../../domains/content/setting.service.ts';
import {
  createWebinarCodes,
  listWebinarCodes,
  removeWebinarCodes,
} from '../../../domains/webinar/code.service.ts';
import { describeCodeState } from '../../../domains/webinar/code-file.service.ts';
import { MAX_NEW_WEBINAR_CODES } from '../../../lib/staff-bounds.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { exportContent } from '../content/export.ts';
import { importContent } from '../content/import.ts';
import { messagesAction } from '../content/messages.ts';
import { newsletterAction } from '../content/newsletter.ts';
import { textsAction } from '../content/texts.ts';
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

async function settingsAction(deps: CommandDeps, [action, key, ...words]: string[]): Promise<string> {
  if (action === 'set' && words.length > 0) return changeValue(deps, key, words.join(' '));
  if (words.length === 0) {
    if (action === 'list' && key === undefined) return printSettings(deps);
    if (action === 'unset') return restoreValue(deps, key);
    if (action === 'history') return printHistory(deps, key);
  }
  throw new UsageError('Choose an action for settings: list, set, unset, or history.');
}

const STDOUT_NAME = '-';

const usage = `Usage:
  npm run content -- settings list                 list the settings: support, links, videos, rewards, analytics
  npm run content -- settings set <key> <value>    change a setting; "" clears it
  npm run content -- settings unset <key>          restore the initial value
  npm run content -- settings history <key>        list the changes of a setting
  npm run content -- texts list                    list policies, contracts, and the FAQ, with version and date
  npm run content -- texts show <name> [--version <n>]
  npm run content -- texts history <name>
  npm run content -- texts approve <name…>         publish drafts again as reviewed by counsel
  npm run content -- codes list | add <number>     list or create webinar codes
  npm run content -- codes remove <code…>          delete codes that no one has used yet
  npm run content -- export <folder> [<what…>]     write files: settings, policies, contracts, faq, codes, or texts by
                                                   name (default: everything)
  npm run content -- import <file or folder…> [--draft]
                                                   import such files; if any has an error, import none.
                                                   --draft marks the changed texts as drafts
  npm run content -- messages list [--kind contact|educator|seminar] [--suspected]
  npm run content -- messages export <file.csv> [--kind …] [--suspected]
  npm run content -- messages release <id…>        accept suspected messages and email them to the support address
  npm run content -- messages forget <email>      delete a person's messages and newsletter subscription
  npm run content -- newsletter list | export <file.csv> [--suspected]
  npm run content -- newsletter send <file.txt> [--yes]
                                                   send a newsletter to the subscribers: the subject in the first line,
                                                   then paragraphs between empty lines; without --yes, only show it

- A changed text becomes the next version right away. Old versions stay, because people have agreed to them.
- Texts are HTML with headings (h2, h3), paragraphs, lists, strong, em, and links; anything else is removed.
- In the FAQ, an h2 starts a section and an h3 a question, each with an id for links. {price.<plan slug>} and
  {<setting>} show current values.
- Importing codes adds only new ones.
- For exports, - writes the CSV file to standard output.`;

function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      version: { type: 'string' },
      suspected: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      draft: { type: 'boolean', default: false },
    },
  });
  const [noun, ...rest] = positionals;
  return { noun, rest, ...values };
}

/** Returns whether the argument at `position` is a file or folder. */
function isPath(positionals: readonly string[], position: number): boolean {
  const [noun, action] = positionals;
  if (noun === 'import') return position > 0;
  if (noun === 'export') return position === 1;
  if (position !== 2) return false;
  return noun === 'newsletter'
    ? action === 'export' || action === 'send'
    : noun === 'messages' && action === 'export';
}

async function codesAction(deps: CommandDeps, [action, count, ...rest]: string[]): Promise<string> {
  if (action === 'list' && count === undefined) {
    const codes = await listWebinarCodes(deps.db);
    return codes.length === 0
      ? 'There are no codes.'
      : formatTable(codes.map((code) => [code.code, describeCodeState(code)]));
  }
  if (action === 'remove' && count !== undefined) return removeCodes(deps, [count, ...rest]);
  const isCount =
    count !== undefined && /^[1-9]\d{0,4}$/.test(count) && Number(count) <= MAX_NEW_WEBINAR_CODES;
  if (action === 'add' && isCount && rest.length === 0) {
    return (await createWebinarCodes(deps, Number(count))).join('\n');
  }
  throw new UsageError(
    `Use list, remove <code…>, or add <number> with a number from 1 to ${MAX_NEW_WEBINAR_CODES}.`,
  );
}

async function removeCodes(deps: CommandDeps, args: string[]): Promise<string> {
  const codes = args.map((code) => code.toUpperCase().replace(/[\s-]+/g, ''));
  const removedCodes = await removeWebinarCodes(deps, codes);
  const lines = codes.map((code) =>
    removedCodes.includes(code) ? `${code}  removed` : `${code}  not removed: unknown or already used`,
  );
  if (removedCodes.length < new Set(codes).size) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}

export const contentCommand: Command = {
  usage,
  resolvePaths: (args) => {
    try {
      const { tokens, positionals } = parseArgs({
        args,
        allowPositionals: true,
        strict: false,
        tokens: true,
        options: { kind: { type: 'string' }, version: { type: 'string' }, suspected: { type: 'boolean' } },
      });
      const positionalIndexes = tokens.filter(({ kind }) => kind === 'positional').map(({ index }) => index);
      return args.map((arg, index) =>
        positionalIndexes.includes(index) &&
        isPath(positionals, positionalIndexes.indexOf(index)) &&
        arg !== STDOUT_NAME
          ? resolve(arg)
          : arg,
      );
    } catch {
      // `run` parses the arguments again and reports the error.
      return args;
    }
  },
  run: async (deps, args, io) => {
    const { noun, rest, kind, version, suspected, yes, draft } = readArgs(args);
    if (
      noun === 'import' &&
      rest.length > 0 &&
      version === undefined &&
      kind === undefined &&
      !suspected &&
      !yes
    ) {
      return importContent(deps, rest, { isDraft: draft }, io);
    }
    if (noun === 'messages' && version === undefined && !yes && !draft) {
      return messagesAction(deps, rest, { kind, suspected }, io);
    }
    if (noun === 'newsletter' && version === undefined && kind === undefined && !draft) {
      return newsletterAction(deps, rest, { suspected, yes }, io);
    }
    if (kind === undefined && !suspected && !yes && !draft) {
      if (noun === 'texts') return textsAction(deps, rest, version, io);
      const [folder, ...names] = rest;
      if (version === undefined && noun === 'settings') return settingsAction(deps, rest);
      if (version === undefined && noun === 'codes') return codesAction(deps, rest);
      if (version === undefined && folder !== undefined) {
        if (noun === 'export') return exportContent(deps.db, folder, names);
      }
    }
    throw new UsageError(
      noun
        ? `Unknown arguments: ${args.join(' ')}`
        : 'Choose a topic: settings, texts, codes, export, import, messages, or newsletter.',
    );
  },
};
