import { stringify } from 'csv-stringify/sync';
import { toBusinessDate } from '../../../lib/dates.ts';
import { centsToDollars } from '../../../lib/money.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import { guardCell } from '../../../lib/spreadsheet.ts';
import type { OpenedTaxForm } from '../tax-forms/tax-form.service.ts';
import { TAX_FORM_NAMES } from '../tax-forms/tax-year.shared.ts';
import type { Payout } from './payout.repository.ts';
import type { PaidMonth } from './payout.service.ts';

const COLUMNS = ['payout', 'month', 'paid on', 'name', 'email', 'code', 'amount', 'currency', 'tax form'];
const TAX_COLUMNS = ['legal name', 'type of number', 'number', 'foreign number'];

/**
 * Yields the payouts of a month as CSV for the bank and the tax office. Tax numbers are included only if
 * `openForm` is given.
 */
export async function* streamPayoutsCsv(
  month: string,
  { paidAt, payouts }: PaidMonth,
  openForm: ((payout: Payout) => Promise<OpenedTaxForm>) | null,
): AsyncGenerator<string> {
  yield stringify([openForm ? [...COLUMNS, ...TAX_COLUMNS] : COLUMNS]);
  for (const payout of payouts) {
    const cells = toCells(month, paidAt, payout);
    const taxCells = openForm && payout.taxForm ? toTaxCells(await openForm(payout)) : [];
    yield stringify([[...cells, ...taxCells].map(guardCell)]);
  }
}

function toCells(month: string, paidAt: Date, payout: Payout): string[] {
  return [
    payout.id,
    month,
    toBusinessDate(paidAt),
    formatPersonName(payout),
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
