import {
  findPaidMonth,
  type Payee,
  type PayoutPreview,
  payMonth,
  previewPayouts,
} from '../../domains/affiliates/commissions/payout.service.ts';
import { streamPayoutsCsv } from '../../domains/affiliates/commissions/payout-csv.service.ts';
import { openTaxForm } from '../../domains/affiliates/tax-forms/tax-form.service.ts';
import { TAX_FORM_NAMES } from '../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { endOfBusinessMonth } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import { UTF8_BOM } from '../../lib/spreadsheet.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { type PayMonthInput, type PayoutRun, SHOWN_PAYEES } from './affiliate.schema.ts';

type RunDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;

/** Returns the payouts of a paid month, or what paying the month now would do. */
export async function readPayoutRun(
  { db, now }: Pick<RunDeps, 'db' | 'now'>,
  month: string,
): Promise<PayoutRun> {
  const paidMonth = await findPaidMonth(db, month);
  const { payees, heldBack }: PayoutPreview = paidMonth
    ? { payees: paidMonth.payouts, heldBack: [] }
    : await previewPayouts(db, month);
  return {
    month,
    paidAt: paidMonth?.paidAt ?? null,
    isOver: endOfBusinessMonth(month) <= now(),
    count: payees.length,
    totalCents: payees.reduce((sum, { amountCents }) => sum + amountCents, 0),
    payees: payees.slice(0, SHOWN_PAYEES).map(presentPayee),
    heldBackCount: heldBack.length,
    heldBack: heldBack
      .slice(0, SHOWN_PAYEES)
      .map(({ reason, ...payee }) => ({ ...presentPayee(payee), reason })),
  };
}

const presentPayee = (payee: Payee) => ({
  affiliateId: payee.affiliateId,
  name: formatPersonName(payee),
  email: payee.email,
  code: payee.referenceCode,
  form: payee.taxForm ? TAX_FORM_NAMES[payee.taxForm] : 'None',
  bank: payee.bankLast4 === null ? 'None' : `••${payee.bankLast4}`,
  amountCents: payee.amountCents,
});

/** Throws MONTH_NOT_OVER, MONTH_PAID, NOTHING_PAYABLE, or CHANGED_SINCE. */
export async function planPayMonth(deps: RunDeps, { month, ...shown }: PayMonthInput) {
  const { count, totalCents, heldBackCount, ...run } = await readPayoutRun(deps, month);
  if (run.paidAt) throw new AppError('MONTH_PAID');
  if (!run.isOver) throw new AppError('MONTH_NOT_OVER', { message: `${month} isn’t over yet.` });
  if (count === 0) throw new AppError('NOTHING_PAYABLE');
  if (count !== shown.count || totalCents !== shown.totalCents) throw new AppError('CHANGED_SINCE');
  const payouts = count === 1 ? '1 payout' : `${count} payouts`;
  return {
    effects: [
      `${month} is marked as paid: ${payouts}, ${formatCents(totalCents)} in total.`,
      ...(heldBackCount === 0 ? [] : [`Affiliates who won’t be paid this time: ${heldBackCount}.`]),
      'The affiliates see the commissions as paid, and all of them get an email. This can’t be undone.',
    ],
    perform: async (by: StaffAuthor) => {
      const paidMonth = await payMonth(deps, month, { ...by, expected: { payouts: count, totalCents } });
      if (!paidMonth?.isNew) throw new AppError('CHANGED_SINCE');
    },
    done: `${month} is marked as paid: ${payouts}.`,
  };
}

/** Creates the CSV file of a paid month's payouts. Includes tax numbers only on request. Throws NOT_FOUND. */
export async function createPayoutFile(
  { deps, account }: Pick<AccountContext, 'deps' | 'account'>,
  { month, withTaxNumbers, reason }: { month: string; withTaxNumbers: boolean; reason: string },
) {
  const paidMonth = await findPaidMonth(deps.db, month);
  if (!paidMonth) throw new AppError('NOT_FOUND');
  await recordAudit(deps.db, {
    actorId: account.id,
    action: 'payouts.download',
    subject: `month:${month}`,
    reason,
    at: deps.now(),
    change: { before: null, after: withTaxNumbers ? 'with tax numbers' : 'without tax numbers' },
  });
  const openForm = ({ affiliateId, taxForm }: Payee) =>
    openTaxForm(deps, {
      accountId: affiliateId,
      kind: taxForm ?? 'w9',
      openedBy: account.id,
      reason,
    });
  let text = UTF8_BOM;
  for await (const lines of streamPayoutsCsv(month, paidMonth, withTaxNumbers ? openForm : null))
    text += lines;
  return { name: `payouts-${month}.csv`, text };
}
