import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { guardCell } from '../../lib/spreadsheet.ts';
import { CommandError, type CommandIo } from './command.ts';
import { writeCsvFile } from './csv-file.ts';
import { formatTable } from './text-table.ts';

const STDOUT_NAME = '-';

/** Makes the path after --csv absolute, because the server may have a different working directory. */
export function resolveCsvPath(args: string[]): string[] {
  const toAbsolute = (file: string) => (file === STDOUT_NAME ? file : resolve(file));
  return args.map((arg, index) => {
    if (args[index - 1] === '--csv') return toAbsolute(arg);
    return arg.startsWith('--csv=') ? `--csv=${toAbsolute(arg.slice('--csv='.length))}` : arg;
  });
}

interface ShipmentList {
  headings: readonly string[];
  rows: readonly string[][];
  /** The plural of what is listed, such as 'cards'. */
  noun: string;
  /** Printed if there are no rows. */
  emptyMessage: string;
}

/**
 * Prints the list as a table, or writes it as CSV to a file that only its owner can read, or to standard output.
 */
export async function printList(
  { headings, rows, noun, emptyMessage }: ShipmentList,
  csv: string | undefined,
  io: CommandIo,
): Promise<string> {
  if (csv === undefined) return rows.length === 0 ? emptyMessage : formatTable([[...headings], ...rows]);
  const text = stringify([headings, ...rows.map((row) => row.map(guardCell))]);
  if (csv === STDOUT_NAME) {
    await io.write(text);
    return '';
  }
  await writeCsvFile(csv, (write) => write(text), { secret: true });
  return `${rows.length} ${noun} written to ${csv}.`;
}

type SendOutcome =
  | { status: 'sent'; recipient: string; email: string }
  | { status: 'sent before'; sentAt: Date }
  | { status: 'unknown' };

/** Marks shipments as sent. Throws if any could not be marked, with one line per id. */
export async function markAllSent(
  ids: readonly string[],
  markAsSent: (id: string) => Promise<SendOutcome>,
  unknownMessage: string,
): Promise<string> {
  const lines: string[] = [];
  let hasFailed = false;
  for (const id of ids) {
    const outcome = await markAsSent(id);
    hasFailed ||= outcome.status !== 'sent';
    if (outcome.status === 'sent') {
      lines.push(`${id}  marked as sent; an email goes to ${outcome.recipient} <${outcome.email}>.`);
    } else if (outcome.status === 'sent before') {
      lines.push(`${id}  was already marked as sent on ${outcome.sentAt.toISOString()}.`);
    } else lines.push(`${id}  ${unknownMessage}`);
  }
  if (hasFailed) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}
