import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import { businessDay } from '../../lib/dates.ts';
import { guardCell } from '../../lib/spreadsheet.ts';
import { listCardQueue, type QueuedCard, sendCard } from '../../memberships/card-queue.service.ts';
import { columns } from '../columns.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';

/** Standard output. */
const STREAM = '-';

const usage = `Usage:
  npm run cards -- queue [--all] [--csv <file>]
        the physical cards to print and send, the longest waiting first; with --all what was sent, too.
        --csv writes a file for a spreadsheet; - writes to standard output
  npm run cards -- sent <id…>          marks cards as sent and tells their holders by mail, once`;

/** `npm run cards`: the shipping queue of physical cards (DESIGN D29). */
export const cardsCommand: Command = {
  usage,
  localArgs: (args) => {
    const at = args.indexOf('--csv') + 1;
    const file = at > 0 ? args[at] : undefined;
    return file === undefined || file === STREAM ? args : args.with(at, resolve(file));
  },
  run: async (deps, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { csv: { type: 'string' }, all: { type: 'boolean', default: false } },
    });
    const [action, ...ids] = positionals;
    if (action === 'queue' && ids.length === 0) return queue(deps, values, io);
    const isBare = values.csv === undefined && !values.all;
    if (action === 'sent' && ids.length > 0 && isBare) return sent(deps, ids);
    throw new UsageError(
      action ? `These arguments are not known: ${args.join(' ')}` : 'Say what to do: queue or sent.',
    );
  },
};

const HEADINGS = [
  'id',
  'membership ID',
  'plan',
  'name on card',
  'expires',
  'membership',
  'recipient',
  'street 1',
  'street 2',
  'city',
  'state',
  'zip',
  'country',
  'e-mail',
  'card',
  'requested',
  'sent',
];

function cellsOf(card: QueuedCard): string[] {
  return [
    card.id,
    card.number,
    card.planName,
    card.name,
    businessDay(card.expiresAt),
    card.standing,
    card.recipient,
    card.street1,
    card.street2 ?? '',
    card.city,
    card.state,
    card.zip,
    card.country,
    card.email,
    card.isReplacement ? 'replacement' : 'first',
    businessDay(card.requestedAt),
    card.sentAt ? businessDay(card.sentAt) : '',
  ];
}

async function queue(
  deps: CommandDeps,
  { all, csv }: { all: boolean; csv?: string | undefined },
  io: CommandIo,
): Promise<string> {
  const cards = await listCardQueue(deps, { sentToo: all });
  if (csv !== undefined) {
    const text = stringify([HEADINGS, ...cards.map((card) => cellsOf(card).map(guardCell))]);
    if (csv === STREAM) {
      await io.write(text);
      return '';
    }
    await writeCsvFile(csv, (write) => write(text));
    return `${cards.length} cards were written to ${csv}.`;
  }
  if (cards.length === 0) return all ? 'There are no physical cards.' : 'No card waits to be sent.';
  return columns([HEADINGS, ...cards.map(cellsOf)]);
}

async function sent(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  const lines: string[] = [];
  let refused = false;
  for (const id of ids) {
    const outcome = await sendCard({ ...deps, jobs }, id);
    refused ||= outcome.status !== 'sent';
    if (outcome.status === 'sent') {
      lines.push(`${id}  marked as sent; ${outcome.recipient} <${outcome.email}> gets a mail.`);
    } else if (outcome.status === 'sent before') {
      lines.push(`${id}  was marked as sent before, on ${outcome.sentAt.toISOString()}.`);
    } else lines.push(`${id}  is no card in the queue.`);
  }
  if (refused) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}
