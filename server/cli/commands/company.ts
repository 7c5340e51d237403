import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Account } from '../../accounts/account.repository.ts';
import { isStaff } from '../../accounts/account.schema.ts';
import {
  addSeatsByStaff,
  offerSeats,
  type SeatsOffer,
} from '../../checkout/kinds/company-seats/staff-seats.service.ts';
import { getCompanyView } from '../../checkout/kinds/corporate/corporate.service.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { businessDay } from '../../lib/dates.ts';
import { formatCents } from '../../lib/money.ts';
import type { CardCounts, CompanyPlan } from '../../memberships/company/company.schema.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { readEmployees } from '../employees-file.ts';
import { textTable } from '../text-table.ts';
import { accountOf } from './accounts.ts';

const usage = `Usage:
  npm run company -- show <e-mail>
        the company of an account: its plan, its cards in figures, what it paid
  npm run company -- add-cards <e-mail> <file.csv>
        what cards for the employees in the file would cost: their share of the running year, by whole days
  npm run company -- add-cards <e-mail> <file.csv> --yes [--by <staff e-mail>]
        adds them, and charges the card that the company's plan renews with. The company gets the receipt by mail, and
        employees with an e-mail address are invited. The same file is charged once in a paid year, however often it is
        sent. --by says for the audit log who did it

The file is a list as the company's own page takes it (its template names the columns): first name, last name, phone,
e-mail; family plan yes or no, the family's names; an address where it is the employee's own. One that has a row with
something missing adds nobody.`;

interface Adding {
  email: string;
  file: string;
  yes: boolean;
  by: string | undefined;
}
type Asked = { action: 'show'; email: string } | ({ action: 'add-cards' } & Adding);

/** The action and its words, or the usage. */
function readArgs(args: string[]): Asked {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false }, by: { type: 'string' } },
  });
  const [action, email, file, ...rest] = positionals;
  const { yes, by } = values;
  if (action !== 'show' && action !== 'add-cards') throw new UsageError('Say show or add-cards.');
  if (!email) throw new UsageError('Say whose company: the e-mail of its account.');
  if (action === 'show') {
    if (file !== undefined || yes || by !== undefined) throw new UsageError('show takes an e-mail alone.');
    return { action, email };
  }
  if (!file || rest.length > 0) throw new UsageError('Name one file.');
  if (by !== undefined && !yes) throw new UsageError('--by goes with --yes.');
  return { action, email, file, yes, by };
}

/** `npm run company`: staff's way to add cards to a company's plan (DESIGN D31, D46). */
export const companyCommand: Command = {
  usage,
  resolvePaths: (args) => {
    try {
      const asked = readArgs(args);
      if (asked.action === 'show') return args;
      const { email, file, yes, by } = asked;
      const options = [...(yes ? ['--yes'] : []), ...(by === undefined ? [] : [`--by=${by}`])];
      return ['add-cards', ...options, '--', email, resolve(file)];
    } catch {
      // `run` says what is wrong with them.
      return args;
    }
  },
  run: async (deps, args) => {
    const asked = readArgs(args);
    const account = await accountOf(deps.db, asked.email);
    return asked.action === 'show' ? show(deps, account) : addCards(deps, account, asked);
  },
};

async function show(deps: CommandDeps, account: Account): Promise<string> {
  const { company, counts, plan } = await getCompanyView(deps, account.id);
  if (!company) throw new CommandError(`${account.email} has no company.`);
  const { street1, street2, city, state, zip, country } = company;
  const rows = [
    ['company', company.name],
    ['account', account.email],
    ['e-mail', company.email],
    ['phone', company.phone],
    ['address', [street1, street2, city, `${state} ${zip}`, country].filter(Boolean).join(', ')],
    ['cards', countsText(counts)],
    ...(plan ? planRows(plan) : [['plan', 'none was bought']]),
  ];
  return textTable(rows);
}

function planRows({ statusText, periodStart, periodEnd, canceled, nextCharge, payments }: CompanyPlan) {
  const next = nextCharge ? `${formatCents(nextCharge.amountCents)} on ${businessDay(nextCharge.at)}` : '-';
  return [
    ['plan', canceled ? `${statusText}, canceled` : statusText],
    ['paid', `${businessDay(periodStart)} to ${businessDay(periodEnd)}`],
    ['next charge', next],
    ...payments.map(({ description, paidAt, amountCents, refundedCents }) => [
      'payment',
      `${businessDay(paidAt)}  ${formatCents(amountCents)}  ${description}${
        refundedCents > 0 ? `, ${formatCents(refundedCents)} given back` : ''
      }`,
    ]),
  ];
}

function countsText({ personal, family }: CardCounts): string {
  return `${personal} personal, ${family} family`;
}

async function addCards(deps: CommandDeps, account: Account, { file, yes, by }: Adding): Promise<string> {
  const employees = await readEmployees(file);
  const staffId = by === undefined ? null : await staffOf(deps, by);
  if (!deps.openServer) throw new CommandError('This needs the running server. First: npm start');
  const server = await deps.openServer();
  try {
    const offer = await offerSeats(server, account.id, employees);
    const text = offerText(offer, employees);
    if (offer.addedAt) {
      return `${text}\n\nThis list was added on ${businessDay(offer.addedAt)} already. Nothing more was charged.`;
    }
    if (!offer.card && !offer.price.quote.free) throw new CommandError(NO_CARD);
    if (!yes)
      return `${text}\n\nNothing was charged. With --yes the card is charged and the cards are added.`;
    const { status, purchaseId } = await addSeatsByStaff(server, account.id, employees, staffId);
    if (status !== 'paid') throw new AppError('CARD_CHECK_NEEDED');
    const cards = employees.length === 1 ? '1 card was' : `${employees.length} cards were`;
    const receipt = `${server.config.publicUrl}/api/receipt?id=${purchaseId}`;
    return `${text}\n\nPaid, and ${cards} added. The company’s receipt: ${receipt}`;
  } catch (error) {
    throw inWords(error, account.email);
  }
}

async function staffOf(deps: CommandDeps, email: string): Promise<string> {
  const staff = await accountOf(deps.db, email);
  if (!isStaff(staff.accountType)) throw new CommandError(`${staff.email} is no staff.`);
  return staff.id;
}

function offerText({ companyName, price, card }: SeatsOffer, employees: { familyPlan: boolean }[]): string {
  const { quote, days, periodDays, until, yearlyCents } = price;
  const family = employees.filter(({ familyPlan }) => familyPlan).length;
  return textTable([
    ['company', companyName],
    ['new cards', countsText({ personal: employees.length - family, family })],
    [
      'now',
      `${formatCents(quote.totalCents)}, for ${days} of ${periodDays} days until ${businessDay(until)}`,
    ],
    ['each year', `${formatCents(yearlyCents)} more`],
    ['paid with', card ? `${card.cardBrand ?? 'card'} ending in ${card.cardLast4 ?? '?'}` : 'no saved card'],
  ]);
}

const NO_CARD =
  'The company’s plan has no saved card to charge. The company can add the cards on its own page, with a card.';

/** What to do about each refusal; the others say it themselves. */
const WORDS: Partial<Record<ErrorCode, (email: string) => string>> = {
  COMPANY_NOT_FOUND: (email) => `${email} has no company.`,
  CORPORATE_PLAN_INACTIVE: (email) =>
    `The corporate plan of ${email} is not paid for now: no cards can be added.`,
  CARD_INVALID: () => NO_CARD,
  CARD_CHECK_NEEDED: () =>
    'The bank wants to ask the cardholder. Nothing was charged: the company can add the cards on its own page.',
  PAYMENT_UNCONFIRMED: () =>
    'The card network has not answered yet. Send the same again in a minute: nothing is charged twice.',
};

function inWords(error: unknown, email: string): unknown {
  if (!(error instanceof AppError) || error.code === 'UNEXPECTED') return error;
  if (error.code === 'CARD_DECLINED') {
    return new CommandError(`The card was refused: ${error.message} Nothing was charged.`);
  }
  return new CommandError(WORDS[error.code]?.(email) ?? error.message);
}
