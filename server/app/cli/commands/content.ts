import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import {
  listSubscribers,
  type NewsletterIssue,
  sendNewsletter,
} from '../../../domains/content/messages/newsletter.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { exportContent } from '../content/export.ts';
import { importContent } from '../content/import.ts';
import { messagesAction, writeOutput } from '../content/messages.ts';
import { textsAction } from '../content/texts.ts';
import { formatTable } from '../text-table.ts';

interface NewsletterOptions {
  suspected: boolean;
  yes: boolean;
}

async function newsletterAction(
  deps: CommandDeps,
  [action, file, ...rest]: string[],
  { suspected, yes }: NewsletterOptions,
  io: CommandIo,
): Promise<string> {
  if (action === 'list' && file === undefined && !yes)
    return formatTable(await listRows(deps, suspected)) || 'There are no subscribers.';
  if (action === 'export' && file !== undefined && rest.length === 0 && !yes) {
    const guardedRows = (await listRows(deps, suspected)).map((row) => row.map(guardCell));
    return writeOutput(file, stringify([['email', 'since'], ...guardedRows]), io);
  }
  if (action === 'send' && file !== undefined && rest.length === 0 && !suspected) {
    return send(deps, await readIssue(file), yes);
  }
  throw new UsageError('Choose an action for the newsletter: list, export, or send.');
}

async function listRows({ db }: CommandDeps, suspected: boolean): Promise<string[][]> {
  const subscribers = await listSubscribers(db, { suspected });
  return subscribers.map(({ email, subscribedAt }) => [email, subscribedAt.toISOString()]);
}

/** Parses a newsletter: the first line is the subject, and empty lines separate paragraphs. */
async function readIssue(file: string): Promise<NewsletterIssue> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${file} can't be read.`);
  });
  const [subject = '', ...paragraphs] = text
    .replace(/^\uFEFF?\s*(.*)$/m, '$1\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, ' '))
    .filter((paragraph) => paragraph !== '');
  if (paragraphs.length === 0)
    throw new CommandError('Write the subject in the first line, and the text below it.');
  return { subject, paragraphs };
}

async function send(deps: CommandDeps, issue: NewsletterIssue, isConfirmed: boolean): Promise<string> {
  if (!isConfirmed) {
    const { length } = await listSubscribers(deps.db, { suspected: false });
    return [
      issue.subject,
      ...issue.paragraphs,
      `Subscribers: ${length}. Nothing was sent. Add --yes to send it.`,
    ].join('\n\n');
  }
  try {
    const count = await sendNewsletter({ db: deps.db, now: deps.now, jobs: await deps.openJobs() }, issue);
    return `On its way to ${count} ${count === 1 ? 'subscriber' : 'subscribers'}.`;
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message);
    throw error;
  }
}

const STDOUT_NAME = '-';

const usage = `Usage:
  npm run content -- texts list                    list policies, contracts, and the FAQ, with version and date
  npm run content -- texts show <name> [--version <n>]
  npm run content -- texts history <name>
  npm run content -- texts approve <name…>         publish drafts again as reviewed by counsel
  npm run content -- export <folder> [<what…>]     write files: settings, policies, contracts, faq, codes, or texts by
                                                   name (default: everything)
  npm run content -- import <file or folder…> [--draft]
                                                   import such files; if any has an error, import none.
                                                   --draft marks the changed texts as drafts
  npm run content -- messages export <file.csv> [--kind contact|educator|seminar] [--suspected]
                                                   write what visitors wrote, in full
  npm run content -- messages forget <email>       delete a person's messages and newsletter subscription
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
      if (noun === 'export' && version === undefined && folder !== undefined) {
        return exportContent(deps.db, folder, names);
      }
    }
    throw new UsageError(
      noun
        ? `Unknown arguments: ${args.join(' ')}`
        : 'Choose a topic: texts, export, import, messages, or newsletter.',
    );
  },
};
