import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { guardCell } from '../lib/spreadsheet.ts';
import { CommandError, type CommandIo } from './command.ts';
import { writeCsvFile } from './csv-file.ts';
import { textTable } from './text-table.ts';

// Lists of what staff ship: rewards and cards.

/** Stands for standard output. */
const STREAM = '-';

/** Makes the path after --csv absolute, because the server has another working directory. */
export function resolveCsvPath(args: string[]): string[] {
  const at = args.indexOf('--csv') + 1;
  const file = at > 0 ? args[at] : undefined;
  return file === undefined || file === STREAM ? args : args.with(at, resolve(file));
}

interface Listing {
  headings: readonly string[];
  rows: readonly string[][];
  /** Plural: 'cards'. */
  noun: string;
  /** Printed when the list is empty. */
  none: string;
}

/** Prints the list, or writes it as CSV to a file or to standard output. */
export async function printList(
  { headings, rows, noun, none }: Listing,
  csv: string | undefined,
  io: CommandIo,
): Promise<string> {
  if (csv === undefined) return rows.length === 0 ? none : textTable([[...headings], ...rows]);
  const text = stringify([headings, ...rows.map((row) => row.map(guardCell))]);
  if (csv === STREAM) {
    await io.write(text);
    return '';
  }
  await writeCsvFile(csv, (write) => write(text));
  return `${rows.length} ${noun} written to ${csv}.`;
}

type SendOutcome =
  | { status: 'sent'; recipient: string; email: string }
  | { status: 'sent before'; sentAt: Date }
  | { status: 'unknown' };

/** Marks each id as sent and reports the outcome of each. Fails if one could not be marked. */
export async function markAllSent(
  ids: readonly string[],
  mark: (id: string) => Promise<SendOutcome>,
  unknown: string,
): Promise<string> {
  const lines: string[] = [];
  let hasFailed = false;
  for (const id of ids) {
    const outcome = await mark(id);
    hasFailed ||= outcome.status !== 'sent';
    if (outcome.status === 'sent') {
      lines.push(`${id}  marked as sent; a mail goes to ${outcome.recipient} <${outcome.email}>.`);
    } else if (outcome.status === 'sent before') {
      lines.push(`${id}  was already marked as sent on ${outcome.sentAt.toISOString()}.`);
    } else lines.push(`${id}  ${unknown}`);
  }
  if (hasFailed) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}
