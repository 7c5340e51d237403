import { readFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import {
  listSubscribers,
  type NewsletterIssue,
  sendNewsletter,
} from '../../../domains/content/messages/newsletter.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import { type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { writeOutput } from './messages.ts';

export interface NewsletterOptions {
  suspected: boolean;
  yes: boolean;
}

export async function newsletterAction(
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
