import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import type { BusinessDraft, LocationDraft } from '../../../domains/stores/business-draft.schema.ts';
import { streamBusinesses } from '../../../domains/stores/business-export.service.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import {
  STORES_COLUMN_NAMES,
  STORES_COLUMNS,
  STORES_TABLE,
  type StoresColumn,
} from '../../../staff/imports/businesses/business-columns.shared.ts';
import { type Command, type CommandDeps, CommandError, type CommandIo, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';
import { formatSummary, type ImportSource, importStores } from '../stores/import.ts';
import { formatTable } from '../text-table.ts';

/** Writes every business as a file that `import` can read. Returns the number of rows. */
async function exportStores(db: Db, write: (text: string) => Promise<void>, io: CommandIo): Promise<number> {
  await write(stringify([[...STORES_COLUMN_NAMES]]));
  let rowCount = 0;
  for await (const { total, businesses } of streamBusinesses(db)) {
    if (io.signal.aborted) throw new CommandError('Stopped. The file is incomplete.');
    const lines = businesses.flatMap(({ key, business, locations }) =>
      locations.map((location) => toCells(key, business, location)),
    );
    await write(stringify(lines));
    rowCount += lines.length;
    io.progress({ done: rowCount, total, text: `${rowCount.toLocaleString('en-US')} rows` });
  }
  return rowCount;
}

function toCells(
  key: string,
  business: BusinessDraft,
  store: { key: string; location: LocationDraft } | null,
): string[] {
  const locationDetails = store?.location;
  const row: Record<StoresColumn, string> = {
    business_key: guardCell(key),
    store_key: guardCell(store?.key ?? ''),
    businessname: guardCell(business.name),
    categories: business.categories.join(';'),
    premier: formatYesNo(business.isPremier),
    national: formatYesNo(business.isNational),
    members_only: formatYesNo(business.isMembersOnly),
    listed: formatYesNo(business.isListed),
    logo: guardCell(business.logo ?? ''),
    url: guardCell(business.url ?? ''),
    promotions: guardCell(formatPromotions(business)),
    street1: guardCell(locationDetails?.street1 ?? ''),
    street2: guardCell(locationDetails?.street2 ?? ''),
    city: guardCell(locationDetails?.city ?? ''),
    state: guardCell(locationDetails?.state ?? ''),
    zip: guardCell(locationDetails?.zip ?? ''),
    country: locationDetails?.country ?? '',
    phone: guardCell(locationDetails?.phone ?? ''),
    // Coordinates need no guard against formulas: spreadsheets read a negative number as a number.
    latitude: String(locationDetails?.latitude ?? ''),
    longitude: String(locationDetails?.longitude ?? ''),
  };
  return STORES_COLUMN_NAMES.map((column) => row[column]);
}

function formatYesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function formatPromotions({ promotions }: BusinessDraft): string {
  if (promotions.length === 0) return '';
  return JSON.stringify(
    promotions.map(({ code, info, url, additionalUrl, validUntil, isOnline, headline, savesCents }) => ({
      code,
      info,
      url,
      additionalURL: additionalUrl,
      validUntil,
      online: isOnline,
      headline,
      savesCents,
    })),
  );
}

const STDIO_NAME = '-';
const DEFAULT_MAX_ERRORS = 20;

const usage = `Usage:
  npm run stores -- import <file.csv> [--errors <number>]
        add or update businesses and their locations; - reads standard input.
        Reports errors by line and column for up to ${DEFAULT_MAX_ERRORS} rows by default; the other rows are imported.
  npm run stores -- export <file.csv>
        write all businesses in the same format; - writes to standard output (npm run -s stores -- export -)

The file is CSV: in UTF-8, UTF-16, or Windows-1252, with commas, semicolons, tabs, or vertical bars. Its first line
names the columns, in any order. Each row is one location; the rows of one
business follow each other and repeat the business's data. Locations that are not in the file stay unchanged; the
promotions of a business in the file are replaced. No URL in the file is fetched.
A leading apostrophe before = + - @ tells spreadsheets that a cell is text, and is not part of the value.

Columns (required: ${STORES_TABLE.required.join(', ')}; a file without the others only adds businesses):
${formatTable(Object.entries(STORES_COLUMNS).map(([name, description]) => [`  ${name}`, description]))}`;

function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { errors: { type: 'string', default: String(DEFAULT_MAX_ERRORS) } },
  });
  const [action, file, ...rest] = positionals;
  if (action !== 'import' && action !== 'export') throw new UsageError('Choose an action: import or export.');
  if (file === undefined || file === '' || rest.length > 0) throw new UsageError('Name exactly one file.');
  if (!/^\d{1,6}$/.test(values.errors)) throw new UsageError('--errors takes a number.');
  return { action, file, errors: Number(values.errors) };
}

export const storesCommand: Command = {
  usage,
  resolvePaths: (args) => {
    const { action, file, errors } = tryReadArgs(args) ?? {};
    if (!action || !file) return args;
    return [action, `--errors=${errors}`, '--', file === STDIO_NAME ? file : resolve(file)];
  },
  readsInput: (args) => {
    const parsedArgs = tryReadArgs(args);
    return parsedArgs?.action === 'import' && parsedArgs.file === STDIO_NAME;
  },
  run: async (deps, args, io) => {
    const { action, file, errors } = readArgs(args);
    return action === 'import' ? runImport(deps, file, errors, io) : runExport(deps.db, file, io);
  },
};

/** Returns undefined for invalid arguments; `run` reports them. */
function tryReadArgs(args: string[]) {
  try {
    return readArgs(args);
  } catch {
    return undefined;
  }
}

async function runImport(deps: CommandDeps, file: string, errors: number, io: CommandIo): Promise<string> {
  const source = file === STDIO_NAME ? { chunks: io.input, size: null } : await openImportFile(file);
  const summary = await importStores(deps, source, io, errors);
  if (summary.refused > 0) throw new CommandError(formatSummary(summary));
  return formatSummary(summary);
}

async function openImportFile(file: string): Promise<ImportSource> {
  const fileStats = await stat(file).catch((error: unknown) => {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  if (!fileStats.isFile()) throw new CommandError(`${file} is not a file.`);
  return { chunks: createReadStream(file), size: fileStats.size };
}

async function runExport(db: Db, file: string, io: CommandIo): Promise<string> {
  if (file === STDIO_NAME) {
    await exportStores(db, (text) => io.write(text), io);
    return '';
  }
  const rows = await writeCsvFile(file, (write) => exportStores(db, write, io));
  return `${rows.toLocaleString('en-US')} rows written to ${file}.`;
}
