import { stringify } from 'csv-stringify/sync';
import { toBusinessDate } from '../../../lib/dates.ts';
import { centsToDollars } from '../../../lib/money.ts';
import { guardCell, UTF8_BOM } from '../../../lib/spreadsheet.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { CommissionLine } from '../affiliate.schema.ts';
import { findCommissionRows } from './commission-line.repository.ts';
import { presentLine } from './commission-line.ts';

const BATCH_SIZE = 250;
const HEADER = ['Date', 'Sale', 'Rate', 'Base', 'Amount', 'Reason', 'Status', 'Payable on'];

/** Streams all commission lines of an account, newest first. Amounts are in dollars. */
export async function* streamCommissionCsv(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): AsyncGenerator<string> {
  const currentTime = now();
  let prefix = UTF8_BOM + stringify([HEADER]);
  for (let after: { createdAt: Date; id: string } | undefined; ; ) {
    const rows = await findCommissionRows(db, accountId, { limit: BATCH_SIZE, after });
    yield prefix + stringify(rows.map((row) => toCells(presentLine(row, currentTime))));
    prefix = '';
    after = rows.at(-1);
    if (rows.length < BATCH_SIZE) return;
  }
}

function toCells(line: CommissionLine): string[] {
  return [
    toBusinessDate(line.at),
    guardCell(line.sale),
    guardCell(line.rate),
    centsToDollars(line.baseCents),
    // Don't guard this cell: the guard would turn a negative amount into text.
    centsToDollars(line.amountCents),
    guardCell(line.reason),
    line.status,
    toBusinessDate(line.payableAt),
  ];
}
