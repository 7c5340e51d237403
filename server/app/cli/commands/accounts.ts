import { parseArgs } from 'node:util';
import type { Db } from '#db/client.ts';
import type { Account } from '../../../domains/accounts/account.repository.ts';
import { ACCOUNT_TYPES, type AccountType, accountType } from '../../../domains/accounts/account.schema.ts';
import { getAccountByEmail, listAccounts } from '../../../domains/accounts/account.service.ts';
import { resetPasskeys } from '../../../domains/accounts/passkeys/passkey.service.ts';
import { AppError } from '../../../lib/errors.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import { isStaff } from '../../../lib/staff-permissions.ts';
import { changeAccountType } from '../../../staff/access/account-type.service.ts';
import { type Command, type CommandDeps, CommandError, UsageError } from '../command.ts';
import { formatTable } from '../text-table.ts';

const typeNames = Object.entries(ACCOUNT_TYPES)
  .map(([number, name]) => `${number} ${name}`)
  .join(', ');

const usage = `Usage:
  npm run accounts -- list [--type <type>] [--limit <number>]   list the newest accounts (default: 50)
  npm run accounts -- show <email>                             show one account
  npm run accounts -- set-type <email> <type>                  change an account's type
  npm run accounts -- reset-passkeys <email> --reason <text>   remove all passkeys of someone who lost them

Types, by number or name: ${typeNames}.
Admins and developers are staff and can use the back office. After reset-passkeys, a staff token lets them add a passkey
again. The audit log records it.`;

function describeType(type: number): string {
  const name = Object.entries(ACCOUNT_TYPES).find(([number]) => Number(number) === type)?.[1];
  return `${type} (${name ?? 'unknown'})`;
}

function parseAccountType(text: string): AccountType {
  const matchingType = Object.entries(ACCOUNT_TYPES).find((names) => names.includes(text.toLowerCase()));
  const type = accountType.safeParse(Number(matchingType?.[0] ?? Number.NaN));
  if (!type.success) throw new UsageError(`There is no account type '${text}'.`);
  return type.data;
}

async function explainMissingAccount<T>(email: string, lookup: Promise<T>): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      throw new CommandError(`There is no account with the email ${email}.`);
    }
    throw error;
  }
}

export function requireAccountByEmail(db: Db, email: string): Promise<Account> {
  return explainMissingAccount(email, getAccountByEmail(db, email));
}

export async function requireStaffByEmail(db: Db, email: string): Promise<Account> {
  const staff = await requireAccountByEmail(db, email);
  if (!isStaff(staff.accountType)) throw new CommandError(`${staff.email} is not a staff account.`);
  return staff;
}

async function printAccounts(db: Db, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { type: { type: 'string' }, limit: { type: 'string' } } });
  const limit = Number(values.limit ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 10_000) {
    throw new UsageError('--limit takes a number from 1 to 10000.');
  }
  const type = values.type === undefined ? undefined : parseAccountType(values.type);
  const accounts = await listAccounts(db, { accountType: type, limit });
  if (accounts.length === 0) return 'There are no accounts.';
  return formatTable(
    accounts.map((account) => [
      account.email,
      formatPersonName(account),
      describeType(account.accountType),
      account.createdAt.toISOString(),
    ]),
  );
}

async function printAccount(db: Db, email: string): Promise<string> {
  const account = await requireAccountByEmail(db, email);
  return formatTable([
    ['id', account.id],
    ['email', account.email],
    ['name', formatPersonName(account)],
    ['zip', account.zip],
    ['type', describeType(account.accountType)],
    ['influencer', account.isInfluencer ? 'yes' : 'no'],
    ['friend', account.isFriend ? 'yes' : 'no'],
    ['reference code', account.referenceCode ?? '-'],
    ['since', account.createdAt.toISOString()],
  ]);
}

async function setType(deps: CommandDeps, email: string, type: AccountType): Promise<string> {
  const account = await requireAccountByEmail(deps.db, email);
  await changeAccountType(deps, account.id, { type, actorId: null, reason: null });
  return `${account.email} is now ${describeType(type)}.`;
}

async function resetLostPasskeys(deps: CommandDeps, args: string[]): Promise<string> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  });
  const [email] = positionals;
  const reason = values.reason?.trim();
  if (email === undefined || positionals.length !== 1 || !reason) {
    throw new UsageError('Name the account by its email, and say why (--reason).');
  }
  const account = await requireAccountByEmail(deps.db, email);
  const count = await resetPasskeys(deps, account.id, { staffId: null, reason });
  const passkeyCount = count === 1 ? '1 passkey' : `${count} passkeys`;
  return `Removed ${passkeyCount} of ${account.email}, and logged it out. Next: npm run staff-token -- ${account.email}`;
}

/** `npm run accounts`: lists accounts, changes their type (D39), and removes lost passkeys. */
export const accountsCommand: Command = {
  usage,
  run: async (deps, [action, ...args]) => {
    const { db } = deps;
    const [email, type] = args;
    if (action === 'list') return printAccounts(db, args);
    if (action === 'show' && email !== undefined && args.length === 1) return printAccount(db, email);
    if (action === 'set-type' && email !== undefined && type !== undefined && args.length === 2) {
      return setType(deps, email, parseAccountType(type));
    }
    if (action === 'reset-passkeys') return resetLostPasskeys(deps, args);
    throw new UsageError(
      action
        ? `Unknown arguments: ${[action, ...args].join(' ')}`
        : 'Choose an action: list, show, set-type, or reset-passkeys.',
    );
  },
};
