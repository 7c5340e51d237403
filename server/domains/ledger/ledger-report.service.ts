import { stringify } from 'csv-stringify/sync';
import type { Db } from '#db/client.ts';
import type { LedgerAccount } from '#db/tables/ledger.ts';
import { BUSINESS_ZONE, endOfBusinessMonth } from '../../lib/dates.ts';
import { centsToDollars } from '../../lib/money.ts';
import { guardCell } from '../../lib/spreadsheet.ts';
import {
  findPlanNames,
  findPostingsOfPurchase,
  type MonthlyMovement,
  sumAccounts,
  sumDeferredRevenue,
  sumMonths,
} from './ledger-report.repository.ts';

/** Accounts in balance sheet order, then in profit and loss order. */
const ACCOUNT_NAMES: Record<LedgerAccount, string> = {
  'stripe cash': 'Cash at Stripe',
  'in transit': 'In transit to Stripe',
  bank: 'Transfers from Stripe to the bank',
  payouts: 'Payouts to affiliates',
  'commissions owed': 'Commissions owed',
  revenue: 'Revenue',
  discounts: 'Discounts',
  refunds: 'Refunds',
  disputes: 'Disputes',
  'stripe fees': "Stripe's fees",
  'stripe adjustments': "Stripe's other adjustments",
  commissions: 'Commissions',
};
const ACCOUNT_ORDER = Object.values(ACCOUNT_NAMES);
const DEFERRED_NAME = 'Deferred revenue (computed, not posted)';

/** A posting of a purchase. A debit is positive, and a credit is negative. */
export interface ReportedPosting {
  occurredAt: Date;
  kind: string;
  /** The id of the posted Stripe object, or of our commission or payout. */
  sourceId: string;
  account: string;
  amountCents: number;
}

/** Returns everything that was posted for a purchase, oldest first. */
export async function listPostingsOfPurchase(db: Db, purchaseId: string): Promise<ReportedPosting[]> {
  const postings = await findPostingsOfPurchase(db, purchaseId);
  return postings.map((posting) => ({ ...posting, account: ACCOUNT_NAMES[posting.account] }));
}

interface ReportedAccount {
  account: string;
  plan: string;
}

function compareAccounts(a: ReportedAccount, b: ReportedAccount): number {
  const order = ACCOUNT_ORDER.indexOf(a.account) - ACCOUNT_ORDER.indexOf(b.account);
  return order || a.plan.localeCompare(b.plan);
}

/**
 * Exports the balances before an instant, by account and plan, as CSV. Each is a debit or a credit, and both
 * columns have the same total.
 */
export async function exportTrialBalance(db: Db, before: Date): Promise<string> {
  const [balances, planNames] = await Promise.all([sumAccounts(db, before), findPlanNames(db)]);
  const rows = balances
    .filter(({ balanceCents }) => balanceCents !== 0)
    .map(({ account, planId, balanceCents }) => ({
      account: ACCOUNT_NAMES[account],
      plan: formatPlanName(planNames, planId),
      debitCents: Math.max(0, balanceCents),
      creditCents: Math.max(0, -balanceCents),
    }))
    .toSorted(compareAccounts);
  const totalRow = {
    account: 'Total',
    plan: '',
    debitCents: rows.reduce((sum, { debitCents }) => sum + debitCents, 0),
    creditCents: rows.reduce((sum, { creditCents }) => sum + creditCents, 0),
  };
  return stringify([
    ['Account', 'Plan', 'Debit', 'Credit'],
    ...[...rows, totalRow].map(({ account, plan, debitCents, creditCents }) => [
      account,
      plan,
      centsToDollars(debitCents),
      centsToDollars(creditCents),
    ]),
  ]);
}

/**
 * Exports each account's debits and credits as CSV, by month (YYYY-MM in the business time zone) and plan,
 * with the balance at the month's end. A credit balance is negative. Deferred revenue is computed, not
 * posted, so it has only a balance.
 */
export async function exportCsv(db: Db, months: readonly string[]): Promise<string> {
  const monthEnds = months.map(endOfBusinessMonth);
  const lastMonthEnd = monthEnds.at(-1) ?? new Date(0);
  const planNames = await findPlanNames(db);
  const movements = await sumMonths(db, BUSINESS_ZONE, lastMonthEnd);
  const deferredRevenues = await sumDeferredRevenue(db, monthEnds);
  const rows: string[][] = [];
  for (const [index, month] of months.entries()) {
    rows.push(...listAccountRows(planNames, movements, month));
    for (const { at, planId, deferredCents } of deferredRevenues) {
      if (at.getTime() !== monthEnds[index]?.getTime() || deferredCents === 0) continue;
      const plan = formatPlanName(planNames, planId);
      rows.push([month, DEFERRED_NAME, plan, '', '', centsToDollars(-deferredCents)]);
    }
  }
  return stringify([['Period', 'Account', 'Plan', 'Debit', 'Credit', 'Balance'], ...rows]);
}

function listAccountRows(
  planNames: ReadonlyMap<number, string>,
  movements: readonly MonthlyMovement[],
  month: string,
): string[][] {
  const totals = new Map<string, ReportedAccount & { debit: number; credit: number; balance: number }>();
  for (const movement of movements.filter((other) => other.month <= month)) {
    const account = ACCOUNT_NAMES[movement.account];
    const plan = formatPlanName(planNames, movement.planId);
    const key = `${account}|${plan}`;
    const total = totals.get(key) ?? { account, plan, debit: 0, credit: 0, balance: 0 };
    const isThisMonth = movement.month === month;
    totals.set(key, {
      ...total,
      debit: total.debit + (isThisMonth ? movement.debitCents : 0),
      credit: total.credit + (isThisMonth ? movement.creditCents : 0),
      balance: total.balance + movement.debitCents - movement.creditCents,
    });
  }
  return [...totals.values()]
    .filter(({ debit, credit, balance }) => debit !== 0 || credit !== 0 || balance !== 0)
    .toSorted(compareAccounts)
    .map(({ account, plan, debit, credit, balance }) => [
      month,
      account,
      plan,
      ...[debit, credit, balance].map(centsToDollars),
    ]);
}

function formatPlanName(planNames: ReadonlyMap<number, string>, planId: number | null): string {
  return planId === null ? '' : guardCell(planNames.get(planId) ?? `Plan ${planId}`);
}
