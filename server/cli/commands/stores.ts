import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import { type Command, CommandError, type CommandIo, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';
import { STORES_COLUMNS } from '../stores/columns.ts';
import { exportStores } from '../stores/export.ts';
import { type ImportSource, importStores, summaryText } from '../stores/import.ts';
import { textTable } from '../text-table.ts';

/** Standard input or output. */
const STREAM = '-';
const DEFAULT_ERRORS = 20;

const usage = `Usage:
  npm run stores -- import <file.csv> [--errors <number>]
        adds businesses and their locations, or updates them; - reads standard input.
        Tells what is wrong by line and column, ${DEFAULT_ERRORS} rows unless told; the other rows are loaded.
  npm run stores -- export <file.csv>
        writes all of them in the same format; - writes to standard output (npm run -s stores -- export -)

A file is CSV in UTF-8, its first line names the columns, in any order. One row is one location; the rows of one
business stand together and repeat what they say about it. Locations that a file does not name stay as they are; of a
business that it names, the promotions are those of the file. Nothing is fetched from an address in it.
An apostrophe before = + - @ at the beginning of a cell shows spreadsheets that it is text, and is not part of it.

Columns (all of them must be there):
${textTable(Object.entries(STORES_COLUMNS).map(([name, what]) => [`  ${name}`, what]))}`;

/** The action, the file and the options, or the usage. */
function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { errors: { type: 'string', default: String(DEFAULT_ERRORS) } },
  });
  const [action, file, ...rest] = positionals;
  if (action !== 'import' && action !== 'export') throw new UsageError('Say import or export.');
  if (file === undefined || file === '' || rest.length > 0) throw new UsageError('Name one file.');
  if (!/^\d{1,6}$/.test(values.errors)) throw new UsageError('--errors takes a number.');
  return { action, file, errors: Number(values.errors) };
}

/** `npm run stores` (DESIGN D46). */
export const storesCommand: Command = {
  usage,
  resolvePaths: (args) => {
    const { action, file, errors } = readable(args) ?? {};
    if (!action || !file) return args;
    return [action, `--errors=${errors}`, '--', file === STREAM ? file : resolve(file)];
  },
  readsInput: (args) => {
    const read = readable(args);
    return read?.action === 'import' && read.file === STREAM;
  },
  run: async ({ db }, args, io) => {
    const { action, file, errors } = readArgs(args);
    return action === 'import' ? runImport(db, file, errors, io) : runExport(db, file, io);
  },
};

/** Undefined where they make no sense: `run` then says so. */
function readable(args: string[]) {
  try {
    return readArgs(args);
  } catch {
    return undefined;
  }
}

async function runImport(db: Db, file: string, errors: number, io: CommandIo): Promise<string> {
  const source = file === STREAM ? { chunks: io.input, size: null } : await openFile(file);
  const summary = await importStores(db, source, io, errors);
  if (summary.refused > 0) throw new CommandError(summaryText(summary));
  return summaryText(summary);
}

async function openFile(file: string): Promise<ImportSource> {
  const found = await stat(file).catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  if (!found.isFile()) throw new CommandError(`${file} is no file.`);
  return { chunks: createReadStream(file), size: found.size };
}

async function runExport(db: Db, file: string, io: CommandIo): Promise<string> {
  if (file === STREAM) {
    await exportStores(db, (text) => io.write(text), io);
    return '';
  }
  const rows = await writeCsvFile(file, (write) => exportStores(db, write, io));
  return `${rows.toLocaleString('en-US')} rows were written to ${file}.`;
}
