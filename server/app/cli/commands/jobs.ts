import { parseArgs } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../lib/errors.ts';
import type { DeadLetter, DeadLetterFilter } from '../../../platform/jobs/dead-letter.repository.ts';
import {
  countDeadLetters,
  listDeadLetters,
  openDeadLetter,
  settleDeadLetters,
} from '../../../platform/jobs/dead-letter.service.ts';
import type { StaffAuthor } from '../../../platform/monitoring/audit.service.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireStaffByEmail } from './accounts.ts';

const usage = `Usage:
  npm run jobs -- list [--queue <queue>] [--limit <number>]
        count the jobs that failed permanently, and list them, oldest first (default: 50)
  npm run jobs -- show <id> [--full --by <staff email> --reason <text>]
        print a job. Names and addresses are masked; --full shows them, and the audit log records that
  npm run jobs -- retry <id…> | --queue <queue>   --by <staff email> --reason <text>
  npm run jobs -- drop <id…> | --queue <queue>    --by <staff email> --reason <text>
        run jobs again, or delete them: the given ones, or all in a queue. The audit log records each

A job's id is the one in the log, under 'job'. A retried job keeps its id, so an email that was sent is not sent again.
Jobs that failed permanently are kept for 28 days.`;

/** `npm run jobs`: lists, retries, and drops the jobs that failed for good. */
export const jobsCommand: Command = {
  usage,
  run: async (deps, [action, ...args]) => {
    const { positionals: ids, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const { queue, limit, full, by, reason } = values;
    if (action === 'list' && ids.length === 0 && !by && !reason && !full)
      return printList(deps, queue, limit);
    const [id] = ids;
    if (limit !== undefined) throw new UsageError('--limit belongs to list.');
    if (action === 'show' && id !== undefined && ids.length === 1 && queue === undefined) {
      return full ? printFull(deps, id, { by, reason }) : printMasked(deps, id);
    }
    if ((action === 'retry' || action === 'drop') && !full && ids.length > 0 !== (queue !== undefined)) {
      return settleJobs(deps, action, queue === undefined ? { ids: ids.map(parseId) } : { queue }, {
        by,
        reason,
      });
    }
    throw new UsageError('Choose an action: list, show with an id, or retry or drop with ids or a queue.');
  },
};

const OPTIONS = {
  queue: { type: 'string' },
  limit: { type: 'string' },
  full: { type: 'boolean' },
  by: { type: 'string' },
  reason: { type: 'string' },
} as const;

interface Actor {
  by: string | undefined;
  reason: string | undefined;
}

function parseId(text: string): string {
  const id = z.uuid().safeParse(text.toLowerCase());
  if (!id.success) throw new UsageError(`${text} is not a job's id.`);
  return id.data;
}

async function readAuthor({ db }: CommandDeps, { by, reason }: Actor): Promise<StaffAuthor> {
  if (!by || !reason?.trim()) throw new UsageError('Say who does it (--by) and why (--reason).');
  return { actorId: (await requireStaffByEmail(db, by)).id, reason: reason.trim() };
}

async function openBox(deps: CommandDeps) {
  return { ...deps, jobs: await deps.openJobs() };
}

async function printList(deps: CommandDeps, queue: string | undefined, limitText = '50'): Promise<string> {
  const limit = z.coerce.number().int().min(1).max(10_000).safeParse(limitText);
  if (!limit.success) throw new UsageError('--limit takes a number from 1 to 10000.');
  const box = await openBox(deps);
  const counts = (await countDeadLetters(box)).filter((row) => queue === undefined || row.queue === queue);
  if (counts.length === 0) return 'No jobs have failed permanently.';
  const letters = await listDeadLetters(box, { queue }, limit.data);
  const header = counts.map(({ queue: name, count }) => `${name}: ${count}`).join(', ');
  return `${header}\n\n${formatTable(letters.map(toRow))}`;
}

function toRow({ id, queue, failedAt, attempts, payload, error }: DeadLetter): string[] {
  const subject = JSON.stringify(payload);
  return [
    id,
    queue,
    failedAt.toISOString(),
    `${attempts} attempts`,
    shortenText(subject),
    shortenText(error),
  ];
}

const MAX_CELL_LENGTH = 80;
function shortenText(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > MAX_CELL_LENGTH ? `${line.slice(0, MAX_CELL_LENGTH - 1)}…` : line;
}

function format(letter: DeadLetter): string {
  return formatTable([
    ['id', letter.id],
    ['queue', letter.queue],
    ['enqueued', letter.enqueuedAt.toISOString()],
    ['failed', letter.failedAt.toISOString()],
    ['attempts', String(letter.attempts)],
    ['kept until', letter.keptUntil.toISOString()],
    ['last error', letter.error],
    ['payload', JSON.stringify(letter.payload)],
  ]);
}

async function printMasked(deps: CommandDeps, idText: string): Promise<string> {
  const [letter] = await listDeadLetters(await openBox(deps), { ids: [parseId(idText)] }, 1);
  if (!letter) throw new CommandError(`No job ${idText} failed permanently.`);
  return format(letter);
}

async function printFull(deps: CommandDeps, idText: string, actor: Actor): Promise<string> {
  const id = parseId(idText);
  const author = await readAuthor(deps, actor);
  try {
    return format(await openDeadLetter(await openBox(deps), id, author));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandError(`No job ${idText} failed permanently.`);
  }
}

async function settleJobs(
  deps: CommandDeps,
  verb: 'retry' | 'drop',
  filter: DeadLetterFilter,
  actor: Actor,
): Promise<string> {
  const author = await readAuthor(deps, actor);
  const box = await openBox(deps);
  const settledIds = await settleDeadLetters(box, filter, author, verb);
  const unsettledIds = filter.ids?.filter((id) => !settledIds.includes(id)) ?? [];
  const count = settledIds.length === 1 ? '1 job' : `${settledIds.length} jobs`;
  const resultText = verb === 'retry' ? `${count} will run again.` : `${count} dropped.`;
  if (unsettledIds.length > 0)
    throw new CommandError(`${resultText} These did not fail permanently: ${unsettledIds.join(', ')}`);
  return resultText;
}
