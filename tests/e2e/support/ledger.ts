import { parse } from 'csv-parse/sync';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';

interface Balance {
  account: string;
  /** The plan's name as in orders. Empty for accounts that aren't split by plan. */
  product: string;
  /** A credit is negative. */
  cents: number;
}

/** Reads all balances, including entries with a date in the future. */
async function readBalances(dataDir: string): Promise<Balance[]> {
  const output: string[] = [];
  const write = async (text: string) => void output.push(text);
  await dispatchCommand(
    loadConfig({ DATA_DIR: dataDir }),
    'ledger',
    ['trial-balance', '--at', '2099-12-31'],
    { ...SILENT_IO, write },
  );
  const [, ...rows]: string[][] = parse(output.join(''));
  return rows.map(([account = '', product = '', debit, credit]) => ({
    account,
    product,
    cents: Math.round((Number(debit) - Number(credit)) * 100),
  }));
}

/** Reads each account's balance in cents. A credit is negative. */
export async function readLedger({ dataDir }: ProductProcess): Promise<Map<string, number>> {
  const balances = new Map<string, number>();
  for (const { account, cents } of await readBalances(dataDir)) {
    balances.set(account, (balances.get(account) ?? 0) + cents);
  }
  return balances;
}

/** Returns by how many cents an account's balance has changed since an earlier `readLedger`. */
export async function readLedgerChange(
  app: ProductProcess,
  before: ReadonlyMap<string, number>,
  account: string,
): Promise<number> {
  return ((await readLedger(app)).get(account) ?? 0) - (before.get(account) ?? 0);
}

/** Reads the ledger's revenue of a product so far, in cents. Returns 0 if there is none. */
export async function readRevenue(dataDir: string, product: string): Promise<number> {
  const balances = await readBalances(dataDir);
  const revenue = balances.find((row) => row.account === 'Revenue' && row.product === product);
  return revenue ? -revenue.cents : 0;
}
