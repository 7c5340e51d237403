import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createWebinarCodes, listWebinarCodes, removeWebinarCodes } from '../../webinar/code.service.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { exportContent } from '../content/export.ts';
import { importContent } from '../content/import.ts';
import { messagesAction, newsletterAction } from '../content/messages.ts';
import { settingsAction } from '../content/settings.ts';
import { textsAction } from '../content/texts.ts';
import { textTable } from '../text-table.ts';
import { stateOf } from '../webinar-codes-file.ts';
import { MOST_CODES } from './webinar.ts';

/** Standard output. */
const STREAM = '-';

const usage = `Usage:
  npm run content -- settings list                 every setting: support, hours, links, videos, rewards, analytics
  npm run content -- settings set <key> <value>    "" for nothing
  npm run content -- settings unset <key>          back to what it was at the beginning
  npm run content -- settings history <key>        what it was before
  npm run content -- texts list                    policies, contracts and the FAQ, with version and date
  npm run content -- texts show <name> [--version <n>]
  npm run content -- texts history <name>
  npm run content -- codes list | add <number>     webinar codes
  npm run content -- codes remove <code…>          those that nobody has entered yet
  npm run content -- export <folder> [<what…>]     writes files: settings, policies, contracts, faq, codes, or texts by
                                                   name; everything unless told
  npm run content -- import <file or folder…>      takes such files, all of them or, where anything is wrong, none
  npm run content -- messages list [--kind contact|educator|seminar] [--suspected]
  npm run content -- messages export <file.csv> [--kind …] [--suspected]
  npm run content -- messages release <id…>        a person wrote it after all: it is mailed to the support address
  npm run content -- messages forget <e-mail>      removes what somebody wrote, and the newsletter's entry
  npm run content -- newsletter list | export <file.csv> [--suspected]

A text that says something new becomes the next version, at once; former versions stay, because people have agreed to
them. Texts are HTML: headings (h2, h3), paragraphs, lists, strong, em and links; anything else is left out. In the FAQ
an h2 begins a section and an h3 a question, with an id that links to it; {price.<slug of a plan>} and {<setting>}
stand for what holds when it is read. Of a file of codes only those that are new are added. - writes a CSV file to
standard output.`;

/** The options, or the usage. */
function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      version: { type: 'string' },
      suspected: { type: 'boolean', default: false },
    },
  });
  const [noun, ...rest] = positionals;
  return { noun, rest, ...values };
}

/** Where in the arguments paths stand. */
function isPath(positionals: readonly string[], at: number): boolean {
  const [noun, action] = positionals;
  if (noun === 'import') return at > 0;
  if (noun === 'export') return at === 1;
  return (noun === 'messages' || noun === 'newsletter') && action === 'export' && at === 2;
}

async function codesAction(deps: CommandDeps, [action, count, ...rest]: string[]): Promise<string> {
  if (action === 'list' && count === undefined) {
    const codes = await listWebinarCodes(deps.db);
    return codes.length === 0
      ? 'There are no codes.'
      : textTable(codes.map((code) => [code.code, stateOf(code)]));
  }
  if (action === 'remove' && count !== undefined) return removeCodes(deps, [count, ...rest]);
  const isCount = count !== undefined && /^[1-9]\d{0,4}$/.test(count) && Number(count) <= MOST_CODES;
  if (action === 'add' && isCount && rest.length === 0) {
    return (await createWebinarCodes(deps, Number(count))).join('\n');
  }
  throw new UsageError(`Say list, remove and which, or add and how many codes: 1 to ${MOST_CODES}.`);
}

async function removeCodes({ db }: CommandDeps, typed: string[]): Promise<string> {
  const wanted = typed.map((code) => code.toUpperCase().replace(/[\s-]+/g, ''));
  const removed = await removeWebinarCodes(db, wanted);
  const lines = wanted.map((code) =>
    removed.includes(code) ? `${code}  removed` : `${code}  stays: there is none, or somebody has entered it`,
  );
  if (removed.length < new Set(wanted).size) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}

/** `npm run content` (DESIGN D34, D46). */
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
      const places = tokens.filter(({ kind }) => kind === 'positional').map(({ index }) => index);
      return args.map((arg, index) =>
        places.includes(index) && isPath(positionals, places.indexOf(index)) && arg !== STREAM
          ? resolve(arg)
          : arg,
      );
    } catch {
      // `run` says what is wrong with them.
      return args;
    }
  },
  run: async (deps, args, io) => {
    const { noun, rest, kind, version, suspected } = readArgs(args);
    if (noun === 'messages' && version === undefined) {
      return messagesAction(deps, rest, { kind, suspected }, io);
    }
    if (noun === 'newsletter' && version === undefined && kind === undefined) {
      return newsletterAction(deps, rest, { suspected }, io);
    }
    if (kind === undefined && !suspected) {
      if (noun === 'texts') return textsAction(deps.db, rest, version, io);
      const [folder, ...names] = rest;
      if (version === undefined && noun === 'settings') return settingsAction(deps, rest);
      if (version === undefined && noun === 'codes') return codesAction(deps, rest);
      if (version === undefined && folder !== undefined) {
        if (noun === 'export') return exportContent(deps.db, folder, names);
        if (noun === 'import') return importContent(deps, rest, io);
      }
    }
    throw new UsageError(
      noun
        ? `These arguments are not known: ${args.join(' ')}`
        : 'Say what to do: settings, texts, codes, export, import, messages or newsletter.',
    );
  },
};
