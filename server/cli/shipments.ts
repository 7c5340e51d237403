import { resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { guardCell } from '../lib/spreadsheet.ts';
import { CommandError, type CommandIo } from './command.ts';
import { writeCsvFile } from './csv-file.ts';
import { textTable } from './text-table.ts';

// What staff send by post, and mark as sent: rewards and cards.

/** Standard output. */
const STREAM = '-';

/** A file that is named beside --csv stands where the caller is, not the server. */
export function resolveCsvPath(args: string[]): string[] {
  const at = args.indexOf('--csv') + 1;
  const file = at > 0 ? args[at] : undefined;
  return file === undefined || file === STREAM ? args : args.with(at, resolve(file));
}

interface Listing {
  headings: readonly string[];
  rows: readonly string[][];
  /** What the rows are, in the plural. */
  noun: string;
  /** Said where there are none. */
  none: string;
}

/** The list on screen; with `csv` as a file for a spreadsheet, or as one on standard output. */
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
  return `${rows.length} ${noun} were written to ${csv}.`;
}

type Sending =
  | { status: 'sent'; recipient: string; email: string }
  | { status: 'sent before'; sentAt: Date }
  | { status: 'unknown' };

/** Marks each of them; says of every one what became of it, and fails where one could not be marked. */
export async function markAllSent(
  ids: readonly string[],
  mark: (id: string) => Promise<Sending>,
  unknown: string,
): Promise<string> {
  const lines: string[] = [];
  let refused = false;
  for (const id of ids) {
    const outcome = await mark(id);
    refused ||= outcome.status !== 'sent';
    if (outcome.status === 'sent') {
      lines.push(`${id}  marked as sent; ${outcome.recipient} <${outcome.email}> gets a mail.`);
    } else if (outcome.status === 'sent before') {
      lines.push(`${id}  was marked as sent before, on ${outcome.sentAt.toISOString()}.`);
    } else lines.push(`${id}  ${unknown}`);
  }
  if (refused) throw new CommandError(lines.join('\n'));
  return lines.join('\n');
}
