import { parseArgs } from 'node:util';
import { z } from 'zod';
import { getStripeEvent, listStripeEvents } from '../../../domains/payments/events/event-outcome.service.ts';
import type { StoredEvent } from '../../../domains/payments/events/stripe-event.repository.ts';
import { replayStripeEvent } from '../../../domains/payments/events/stripe-event.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Command, type CommandDeps, CommandError, requireServer, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireStaffByEmail } from './accounts.ts';

const usage = `Usage:
  npm run webhooks -- list [--outcome pending|applied|ignored|failed] [--limit <number>]
        list the events that Stripe sent, newest first, and their outcomes (default: 50 that failed or are pending)
  npm run webhooks -- show <event id>
  npm run webhooks -- replay <event id…> --by <staff email> --reason <text>
        read events from Stripe again and handle them as if they had just arrived. Safe to repeat: an event only says
        which object to read. Stripe keeps events for 30 days. The audit log records it

Outcomes are kept for 90 days. To repair a purchase whose event is lost: npm run purchases -- settle <id>`;

const outcome = z.enum(['pending', 'applied', 'ignored', 'failed']);

/** `npm run webhooks`: lists Stripe's events with their outcome, and replays them. */
export const webhooksCommand: Command = {
  usage,
  run: async (deps, [action, ...args]) => {
    const { positionals: ids, values } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const { by, reason, ...filter } = values;
    const isFiltered = filter.outcome !== undefined || filter.limit !== undefined;
    const [id] = ids;
    if (action === 'list' && ids.length === 0 && !by && !reason) return printList(deps, filter);
    if (action === 'show' && id !== undefined && ids.length === 1 && !isFiltered) {
      return explain(id, async () => format(await getStripeEvent(deps.db, id)));
    }
    if (action === 'replay' && id !== undefined && !isFiltered) return replay(deps, ids, { by, reason });
    throw new UsageError('Choose an action: list, show with an event, or replay with events.');
  },
};

const OPTIONS = {
  outcome: { type: 'string' },
  limit: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
} as const;

async function printList(
  { db }: CommandDeps,
  filter: { outcome?: string | undefined; limit?: string | undefined },
): Promise<string> {
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .safeParse(filter.limit ?? 50);
  const outcomeFilter = outcome.optional().safeParse(filter.outcome);
  if (!limit.success) throw new UsageError('--limit takes a number from 1 to 10000.');
  if (!outcomeFilter.success) throw new UsageError(`--outcome takes ${outcome.options.join(', ')}.`);
  const outcomes = outcomeFilter.data ? [outcomeFilter.data] : (['failed', 'pending'] as const);
  const events = await listStripeEvents(db, { outcomes, limit: limit.data });
  if (events.length === 0) return `No events are ${outcomes.join(' or ')}.`;
  return formatTable(
    events.map((event) => [
      event.id,
      event.type,
      event.objectId,
      event.receivedAt.toISOString(),
      event.failures > 0 ? `${event.outcome}, ${event.failures} failures` : (event.outcome ?? 'unknown'),
      event.reason ?? '',
    ]),
  );
}

function format(event: StoredEvent): string {
  return formatTable([
    ['id', event.id],
    ['type', event.type],
    ['about', event.objectId],
    ['received', event.receivedAt.toISOString()],
    ['outcome', event.outcome ?? 'unknown'],
    ['reason', event.reason ?? '-'],
    ['failures', String(event.failures)],
    ['since', event.settledAt?.toISOString() ?? '-'],
    ['job', event.jobId ?? '-'],
  ]);
}

async function replay(
  deps: CommandDeps,
  ids: readonly string[],
  { by, reason }: { by: string | undefined; reason: string | undefined },
): Promise<string> {
  if (!by || !reason?.trim()) throw new UsageError('Say who replays it (--by) and why (--reason).');
  const actorId = (await requireStaffByEmail(deps.db, by)).id;
  const server = await requireServer(deps);
  const lines: string[] = [];
  for (const id of ids) {
    const event = await explain(id, () => replayStripeEvent(server, id, { actorId, reason: reason.trim() }));
    const outcomeText =
      event.outcome === 'ignored' ? `is ignored: ${event.reason}` : 'will be handled again.';
    lines.push(`${id}  ${outcomeText}`);
  }
  return lines.join('\n');
}

async function explain<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CommandError(error.code === 'NOT_FOUND' ? `There is no event ${id}.` : error.message);
  }
}
