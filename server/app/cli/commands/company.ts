import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Account } from '../../../domains/accounts/account.repository.ts';
import { parseStaffList } from '../../../domains/checkout/kinds/company-seats/staff-list.service.ts';
import {
  addSeatsByStaff,
  offerSeats,
  type SeatsOffer,
} from '../../../domains/checkout/kinds/company-seats/staff-seats.service.ts';
import type { Employee } from '../../../domains/checkout/kinds/corporate/corporate.schema.ts';
import { getCompanyView } from '../../../domains/checkout/kinds/corporate/corporate.service.ts';
import type { CardCounts, CompanyPlan } from '../../../domains/memberships/company/company.schema.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatCents } from '../../../lib/money.ts';
import { type Command, type CommandDeps, CommandError, requireServer, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';
import { requireAccountByEmail, requireStaffByEmail } from './accounts.ts';

/** Reads employees from a CSV file. If any row is invalid, throws one error that lists every invalid row. */
async function readEmployees(file: string): Promise<Employee[]> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new CommandError(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    return parseStaffList(bytes);
  } catch (error) {
    throw error instanceof AppError ? new CommandError(error.message) : error;
  }
}

const usage = `Usage:
  npm run company -- show <email>
        show an account's company: its plan, number of cards, and payments
  npm run company -- add-cards <email> <file.csv>
        quote cards for the employees in the file, prorated by day until the end of the paid year
  npm run company -- add-cards <email> <file.csv> --yes [--by <staff email>]
        add the cards and charge the plan's saved card. The company gets a receipt by email, and employees with an
        email address are invited. The same file is charged only once per paid year. --by names the staff member for
        the audit log

The file has the same format as the list on the company's own page, which offers a template: first name, last name,
phone, email, family plan (yes or no), the family's names, and the employee's own address, if any. If any row is
incomplete, no cards are added.`;

interface AddCardsArgs {
  email: string;
  file: string;
  yes: boolean;
  by: string | undefined;
}
type CompanyAction = { action: 'show'; email: string } | ({ action: 'add-cards' } & AddCardsArgs);

function readArgs(args: string[]): CompanyAction {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, by: { type: 'string' } },
  });
  const [action, email, file, ...rest] = positionals;
  const { yes, by } = values;
  if (action !== 'show' && action !== 'add-cards')
    throw new UsageError('Choose an action: show or add-cards.');
  if (!email) throw new UsageError("Name the company by its account's email.");
  if (action === 'show') {
    if (file !== undefined || yes || by !== undefined) throw new UsageError('show takes only an email.');
    return { action, email };
  }
  if (!file || rest.length > 0) throw new UsageError('Name exactly one file.');
  if (by !== undefined && !yes) throw new UsageError('--by needs --yes.');
  return { action, email, file, yes, by };
}

/** `npm run company`: shows an account's company, and lets staff add cards to its plan (D31). */
export const companyCommand: Command = {
  usage,
  resolvePaths: (args) => {
    try {
      const parsedArgs = readArgs(args);
      if (parsedArgs.action === 'show') return args;
      const { email, file, yes, by } = parsedArgs;
      const options = [...(yes ? ['--yes'] : []), ...(by === undefined ? [] : [`--by=${by}`])];
      return ['add-cards', ...options, '--', email, resolve(file)];
    } catch {
      // `run` parses the arguments again and reports the error.
      return args;
    }
  },
  run: async (deps, args) => {
    const parsedArgs = readArgs(args);
    const account = await requireAccountByEmail(deps.db, parsedArgs.email);
    return parsedArgs.action === 'show' ? printCompany(deps, account) : addCards(deps, account, parsedArgs);
  },
};

async function printCompany(deps: CommandDeps, account: Account): Promise<string> {
  const { company, counts, plan } = await getCompanyView(deps, account.id);
  if (!company) throw new CommandError(`${account.email} has no company.`);
  const { street1, street2, city, state, zip, country } = company;
  const rows = [
    ['company', company.name],
    ['account', account.email],
    ['email', company.email],
    ['phone', company.phone],
    ['address', [street1, street2, city, `${state} ${zip}`, country].filter(Boolean).join(', ')],
    ['cards', formatCardCounts(counts)],
    ...(plan ? listPlanRows(plan) : [['plan', 'none']]),
  ];
  return formatTable(rows);
}

function listPlanRows({ statusText, periodStart, periodEnd, canceled, nextCharge, payments }: CompanyPlan) {
  const nextChargeText = nextCharge
    ? `${formatCents(nextCharge.amountCents)} on ${toBusinessDate(nextCharge.at)}`
    : '-';
  return [
    ['plan', canceled ? `${statusText}, canceled` : statusText],
    ['paid', `${toBusinessDate(periodStart)} to ${toBusinessDate(periodEnd)}`],
    ['next charge', nextChargeText],
    ...payments.map(({ description, paidAt, amountCents, refundedCents }) => [
      'payment',
      `${toBusinessDate(paidAt)}  ${formatCents(amountCents)}  ${description}${
        refundedCents > 0 ? `, ${formatCents(refundedCents)} refunded` : ''
      }`,
    ]),
  ];
}

function formatCardCounts({ personal, family }: CardCounts): string {
  return `${personal} personal, ${family} family`;
}

async function addCards(
  deps: CommandDeps,
  account: Account,
  { file, yes, by }: AddCardsArgs,
): Promise<string> {
  const employees = await readEmployees(file);
  const staffId = by === undefined ? null : (await requireStaffByEmail(deps.db, by)).id;
  const server = await requireServer(deps);
  try {
    const offer = await offerSeats(server, account.id, employees);
    const text = formatOffer(offer, employees);
    if (offer.addedAt) {
      return `${text}\n\nThis list was already added on ${toBusinessDate(offer.addedAt)}. Nothing more was charged.`;
    }
    if (!yes) return `${text}\n\nNothing was charged. Use --yes to charge the card and add the cards.`;
    const author = { actorId: staffId, reason: null };
    const { purchaseId } = await addSeatsByStaff(server, account.id, employees, author);
    const cards = employees.length === 1 ? '1 card was' : `${employees.length} cards were`;
    const receipt = `${server.config.publicUrl}/api/receipt?id=${purchaseId}`;
    return `${text}\n\nPaid, and ${cards} added. The company’s receipt: ${receipt}`;
  } catch (error) {
    throw toCommandError(error, account.email);
  }
}

function formatOffer({ companyName, price, card }: SeatsOffer, employees: { familyPlan: boolean }[]): string {
  const { quote, days, periodDays, until, yearlyCents } = price;
  const familyCount = employees.filter(({ familyPlan }) => familyPlan).length;
  return formatTable([
    ['company', companyName],
    ['new cards', formatCardCounts({ personal: employees.length - familyCount, family: familyCount })],
    [
      'now',
      `${formatCents(quote.totalCents)}, for ${days} of ${periodDays} days until ${toBusinessDate(until)}`,
    ],
    ['each year', `${formatCents(yearlyCents)} more`],
    ['paid with', card ? `${card.cardBrand ?? 'card'} ending in ${card.cardLast4 ?? '?'}` : 'no saved card'],
  ]);
}

function toCommandError(error: unknown, email: string): unknown {
  if (!(error instanceof AppError) || error.code === 'UNEXPECTED') return error;
  return new CommandError(error.code === 'COMPANY_NOT_FOUND' ? `${email} has no company.` : error.message);
}
