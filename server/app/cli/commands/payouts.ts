import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findPaidMonth,
  listPayable,
  needsBankAccount,
  type PaidMonth,
  type Payee,
  payMonth,
  requireEndedMonth,
} from '../../../domains/affiliates/commissions/payout.service.ts';
import { streamPayoutsCsv } from '../../../domains/affiliates/commissions/payout-csv.service.ts';
import { openTaxForm } from '../../../domains/affiliates/tax-forms/tax-form.service.ts';
import { TAX_FORM_NAMES } from '../../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatCents } from '../../../lib/money.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { writeCsvFile } from '../csv-file.ts';
import { formatTable } from '../text-table.ts';
import { requireStaffByEmail } from './accounts.ts';
import { openOrExplain, withCipher } from './tax-forms.ts';

const usage = `Usage:
  npm run payouts -- --month <YYYY-MM>
        list what affiliates are owed at the end of the month, and whether their tax forms are on file
  npm run payouts -- --month <YYYY-MM> --pay [--file <file.csv>]
        mark the month as paid, once, and write the file for the bank and the tax office (default:
        payouts-<YYYY-MM>.csv). Running it again pays nothing more and writes the same file
  npm run payouts -- --month <YYYY-MM> --pay --with-tax-numbers --by <staff email> --reason <text>
        the same, with tax numbers in the file; the audit log records who opened each of them and why

- Affiliates without a tax form, or in the US without a bank account, are held back until a later month.
- A commission is payable 30 days after its sale was paid. Later refunds are deducted from the next payout.
- Only the user who runs the server can read the file.
- The staff console creates the bank's NACHA file.`;

const MONTH_PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/;

function readArgs(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      month: { type: 'string' },
      pay: { type: 'boolean', default: false },
      file: { type: 'string' },
      'with-tax-numbers': { type: 'boolean', default: false },
      by: { type: 'string' },
      reason: { type: 'string' },
    },
  });
  const { month, pay, file, by, reason } = values;
  if (month === undefined || !MONTH_PATTERN.test(month))
    throw new UsageError('Name the month: --month YYYY-MM.');
  const withNumbers = values['with-tax-numbers'];
  if (!pay && (file !== undefined || withNumbers))
    throw new UsageError('--file and --with-tax-numbers need --pay.');
  if (withNumbers && !(by && reason)) {
    throw new UsageError('Say who opens the tax forms (--by) and why (--reason).');
  }
  if (!withNumbers && (by !== undefined || reason !== undefined)) {
    throw new UsageError('--by and --reason need --with-tax-numbers.');
  }
  if (file === '') throw new UsageError('Name a file.');
  const opener = by && reason ? { by, reason } : null;
  return { month, pay, file: file ?? `payouts-${month}.csv`, opener };
}

/** `npm run payouts`: lists and records what affiliates are paid each month (D13). */
export const payoutsCommand: Command = {
  usage,
  resolvePaths: (args) => {
    try {
      const { pay, file } = readArgs(args);
      return pay ? [...args, `--file=${resolve(file)}`] : args;
    } catch {
      // `run` parses the arguments again and reports the error.
      return args;
    }
  },
  run: async (deps, args) => {
    const { month, pay, file, opener } = readArgs(args);
    return pay ? payOut(deps, month, file, opener) : printPayable(deps, month);
  },
};

async function printPayable({ db }: CommandDeps, month: string): Promise<string> {
  const paidMonth = await findPaidMonth(db, month);
  const payees = await listPayable(db, month);
  const sections = [];
  if (paidMonth)
    sections.push(
      `${month} was paid on ${toBusinessDate(paidMonth.paidAt)}:`,
      formatPayees(paidMonth.payouts),
    );
  if (payees.length > 0) {
    if (paidMonth) sections.push('Payable now, for a later month:');
    sections.push(formatPayees(payees), ...formatHeldBack(payees));
  } else if (!paidMonth) sections.push(`Nothing is payable at the end of ${month}.`);
  return sections.join('\n');
}

function formatPayees(payees: readonly Payee[]): string {
  const total = payees.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return formatTable([
    ['Name', 'Email', 'Code', 'Amount', 'Tax form'],
    ...payees.map((payee) => [
      formatPersonName(payee),
      payee.email,
      payee.referenceCode ?? '',
      formatCents(payee.amountCents),
      payee.taxForm ? `${TAX_FORM_NAMES[payee.taxForm]} on file` : 'missing',
    ]),
    ['Total', '', '', formatCents(total), ''],
  ]);
}

function formatHeldBack(payees: readonly Payee[]): string[] {
  const heldBackCounts = {
    'a tax form': payees.filter(({ taxForm }) => taxForm === null).length,
    'a bank account': payees.filter(needsBankAccount).length,
  };
  return Object.entries(heldBackCounts).flatMap(([what, count]) =>
    count === 0 ? [] : [`Held back, waiting for ${what}: ${count}.`],
  );
}

async function payOut(
  deps: CommandDeps,
  month: string,
  file: string,
  opener: { by: string; reason: string } | null,
): Promise<string> {
  try {
    requireEndedMonth(deps.now(), month);
  } catch (error) {
    throw error instanceof AppError ? new CommandError(error.message) : error;
  }
  // Check permission to open tax forms before recording any payout.
  const openForm = opener && (await createFormOpener(deps, opener));
  const paidMonth = await payMonth({ ...deps, jobs: await deps.openJobs() }, month);
  if (!paidMonth) throw new CommandError((await printPayable(deps, month)).concat('\nNothing was paid.'));
  const writeRows = async (write: (text: string) => Promise<void>) => {
    for await (const text of streamPayoutsCsv(month, paidMonth, openForm)) await write(text);
  };
  await writeCsvFile(file, writeRows, { secret: true });
  return [
    summarize(month, paidMonth),
    formatPayees(paidMonth.payouts),
    ...formatHeldBack(await listPayable(deps.db, month)),
    `The file is ${file}.`,
  ].join('\n');
}

function summarize(month: string, { isNew, paidAt, payouts }: PaidMonth): string {
  const count = payouts.length === 1 ? '1 payout' : `${payouts.length} payouts`;
  if (isNew) return `${month} is marked as paid: ${count}.`;
  return `${month} was already paid on ${toBusinessDate(paidAt)}: ${count}. Nothing more was paid.`;
}

async function createFormOpener(deps: CommandDeps, { by, reason }: { by: string; reason: string }) {
  const staff = await requireStaffByEmail(deps.db, by);
  const withKeys = await withCipher(deps);
  return ({ affiliateId, taxForm }: Payee) =>
    openOrExplain(
      staff,
      openTaxForm(withKeys, {
        accountId: affiliateId,
        kind: taxForm ?? 'w9',
        openedBy: staff.id,
        reason,
      }),
    );
}
