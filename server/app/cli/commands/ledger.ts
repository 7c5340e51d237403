import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportCsv, exportTrialBalance } from '../../../domains/ledger/ledger-report.service.ts';
import { endOfBusinessDate } from '../../../lib/dates.ts';
import { type Command, type CommandDeps, type CommandIo, readDay, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';

const usage = `Usage:
  npm run ledger -- trial-balance [--at <YYYY-MM-DD>] [--csv <file>]
        each account's balance at the end of a day (default: now); debits and credits have the same total
  npm run ledger -- export --from <YYYY-MM> --to <YYYY-MM> [--csv <file>]
        each account's debits and credits by month, and its balance at the month's end, where a credit is negative.
        Adds what yearly plans were paid for later months as deferred revenue, which is not posted

CSV goes to standard output unless you name a file. Days and months are in Denver time.`;

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;
const MAX_MONTHS = 1200;
const STDOUT_NAME = '-';

const resolveFile = (file: string) => (file === STDOUT_NAME ? file : resolve(file));

export const ledgerCommand: Command = {
  usage,
  resolvePaths: (args) =>
    args.map((arg, index) => {
      if (args[index - 1] === '--csv') return resolveFile(arg);
      return arg.startsWith('--csv=') ? `--csv=${resolveFile(arg.slice('--csv='.length))}` : arg;
    }),
  run: async (deps, args, io) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        at: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        csv: { type: 'string' },
      },
    });
    const { at, from, to, csv } = values;
    const [action, ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(`Unknown arguments: ${rest.join(' ')}`);
    if (action === 'trial-balance' && from === undefined && to === undefined) {
      return writeCsv(await exportTrialBalance(deps.db, readEndOfDay(deps, at)), csv, io);
    }
    if (action === 'export' && at === undefined) {
      return writeCsv(await exportCsv(deps.db, readMonths(from, to)), csv, io);
    }
    throw new UsageError('Choose trial-balance [--at], or export --from --to.');
  },
};

function readEndOfDay({ now }: CommandDeps, day: string | undefined): Date {
  if (day === undefined) return now();
  return endOfBusinessDate(readDay(day));
}

function readMonths(from = '', to = ''): string[] {
  if (!MONTH_PATTERN.test(from) || !MONTH_PATTERN.test(to))
    throw new UsageError('Name the months: --from YYYY-MM --to YYYY-MM.');
  const months: string[] = [];
  for (let month = from; month <= to; month = getNextMonth(month)) {
    if (months.push(month) > MAX_MONTHS) throw new UsageError(`At most ${MAX_MONTHS} months.`);
  }
  if (months.length === 0) throw new UsageError('--from must not be after --to.');
  return months;
}

function getNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${month.slice(0, 5)}${String(number + 1).padStart(2, '0')}`;
}

async function writeCsv(text: string, file: string | undefined, io: CommandIo): Promise<string> {
  if (file === undefined || file === STDOUT_NAME) {
    await io.write(text);
    return '';
  }
  await writeCsvFile(file, (write) => write(text), { secret: true });
  return `The file is ${file}.`;
}
