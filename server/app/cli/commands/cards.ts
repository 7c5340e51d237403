import { parseArgs } from 'node:util';
import {
  listCardShipments,
  markCardAsSent,
} from '../../../domains/memberships/physical-card/card-shipment.service.ts';
import {
  SHIPMENT_HEADINGS,
  toShipmentCells,
} from '../../../domains/memberships/physical-card/print-run.service.ts';
import { type Command, type CommandDeps, type CommandIo, UsageError } from '../command.ts';
import { markAllSent, printList, resolveCsvPath } from '../shipments.ts';

const usage = `Usage:
  npm run cards -- queue [--all] [--csv <file>]
        list the physical cards to print and ship, oldest first; --all includes shipped ones.
        --csv writes a CSV file; - writes to standard output
  npm run cards -- sent <id…>          mark cards as shipped, once, and email their owners`;

/** `npm run cards`: lists the physical cards to ship, and marks them as shipped (D29). */
export const cardsCommand: Command = {
  usage,
  resolvePaths: resolveCsvPath,
  run: async (deps, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { csv: { type: 'string' }, all: { type: 'boolean', default: false } },
    });
    const [action, ...ids] = positionals;
    if (action === 'queue' && ids.length === 0) return printQueue(deps, values, io);
    const hasNoOptions = values.csv === undefined && !values.all;
    if (action === 'sent' && ids.length > 0 && hasNoOptions) return markSent(deps, ids);
    throw new UsageError(
      action ? `Unknown arguments: ${args.join(' ')}` : 'Choose an action: queue or sent.',
    );
  },
};

async function printQueue(
  deps: CommandDeps,
  { all, csv }: { all: boolean; csv?: string | undefined },
  io: CommandIo,
): Promise<string> {
  const rows = (await listCardShipments(deps, { includeSent: all })).map(toShipmentCells);
  const emptyMessage = all ? 'There are no physical cards.' : 'No cards are waiting.';
  return printList({ headings: SHIPMENT_HEADINGS, rows, noun: 'cards', emptyMessage }, csv, io);
}

async function markSent(deps: CommandDeps, ids: string[]): Promise<string> {
  const jobs = await deps.openJobs();
  return markAllSent(ids, (id) => markCardAsSent({ ...deps, jobs }, id), 'is not in the queue.');
}
