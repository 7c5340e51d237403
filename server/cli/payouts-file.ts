import { stringify } from 'csv-stringify/sync';
import type { Payout } from '../affiliates/commissions/payout.repository.ts';
import type { PaidMonth } from '../affiliates/commissions/payout.service.ts';
import type { OpenedTaxForm } from '../affiliates/tax-forms/tax-form.service.ts';
import { toBusinessDate } from '../lib/dates.ts';
import { centsToDollars } from '../lib/money.ts';
import { guardCell } from '../lib/spreadsheet.ts';
import { writeCsvFile } from './csv-file.ts';

export const TAX_FORM_NAMES = { w9: 'W-9', w8ben: 'W-8BEN' } as const;

const COLUMNS = ['payout', 'month', 'paid on', 'name', 'e-mail', 'code', 'amount', 'currency', 'tax form'];
const TAX_COLUMNS = ['legal name', 'kind of number', 'number', 'foreign number'];

/**
 * Writes the payouts of a month as CSV for the bank and the tax office. Tax numbers are included only if
 * `openForm` is given.
 */
export async function writePayoutsFile(
  file: string,
  month: string,
  { paidAt, payouts }: PaidMonth,
  openForm: ((payout: Payout) => Promise<OpenedTaxForm>) | null,
): Promise<void> {
  const header = openForm ? [...COLUMNS, ...TAX_COLUMNS] : COLUMNS;
  await writeCsvFile(
    file,
    async (write) => {
      await write(stringify([header]));
      for (const payout of payouts) {
        const cells = toCells(month, paidAt, payout);
        const taxCells = openForm && payout.taxForm ? toTaxCells(await openForm(payout)) : [];
        await write(stringify([[...cells, ...taxCells].map(guardCell)]));
      }
    },
    { secret: true },
  );
}

function toCells(month: string, paidAt: Date, payout: Payout): string[] {
  return [
    payout.id,
    month,
    toBusinessDate(paidAt),
    `${payout.firstname} ${payout.lastname}`,
    payout.email,
    payout.referenceCode ?? '',
    centsToDollars(payout.amountCents),
    'USD',
    payout.taxForm ? TAX_FORM_NAMES[payout.taxForm] : '',
  ];
}

function toTaxCells({ details, numbers }: OpenedTaxForm): string[] {
  const legalName = details.legalNameOfBusiness ?? details.name;
  const kind = details.idType ?? 'foreign';
  return [
    String(legalName ?? ''),
    String(kind).toUpperCase(),
    numbers.idNumber ?? numbers.USTaxPayerID ?? '',
    numbers.ForeignTaxID ?? '',
  ];
}
