import { toBusinessDate } from '../../lib/dates.ts';
import type { ListDefinition } from '../kit/list.shared.ts';

const FORMS = { w9: 'W-9', w8ben: 'W-8BEN', none: 'None' } as const;
const PERSON_SEARCH = 'Name, email, or reference code';

export const affiliateList = {
  title: 'Affiliates',
  columns: {
    name: { label: 'Name', format: 'text' },
    email: { label: 'Email', format: 'text' },
    code: { label: 'Code', format: 'text' },
    type: { label: 'Type', format: 'text' },
    form: { label: 'Tax form', format: 'status' },
    unpaid: { label: 'Not yet paid', format: 'cents' },
    payable: { label: 'Payable', format: 'cents' },
    paid: { label: 'Paid this year', format: 'cents' },
    joined: { label: 'Joined', format: 'instant', isSortable: true },
  },
  filters: {
    type: {
      label: 'Type',
      options: {
        educator: 'Educator',
        influencer: 'Service Member',
        loyalty: 'Loyalty Affiliate',
        friend: 'Friend',
      },
    },
    form: { label: 'Tax form', options: FORMS },
    threshold: {
      label: '1099 threshold this year',
      options: { over: 'Over the threshold', overWithoutForm: 'Over the threshold, no form' },
    },
    payable: { label: 'Payable amount', options: { yes: 'Has a payable amount' } },
  },
  search: PERSON_SEARCH,
  sort: { column: 'joined', direction: 'desc' },
} as const satisfies ListDefinition;

export const commissionList = {
  title: 'Commissions',
  columns: {
    at: { label: 'Date', format: 'instant' },
    sale: { label: 'Sale', format: 'text' },
    rate: { label: 'Rate', format: 'text' },
    base: { label: 'Base', format: 'cents' },
    amount: { label: 'Amount', format: 'cents' },
    reason: { label: 'Reason', format: 'text' },
    status: { label: 'Status', format: 'status' },
    payableAt: { label: 'Payable on', format: 'day' },
  },
  filters: {},
  search: 'The affiliate’s email or reference code',
  isSearchRequired: true,
  sort: { column: 'at', direction: 'desc' },
} as const satisfies ListDefinition;

export const OWN_PURCHASE_ANSWERS = { other: 'Not an own purchase', own: 'Own purchase' } as const;

export const ownPurchaseList = {
  title: 'Suspected own purchases',
  columns: {
    affiliate: { label: 'Affiliate', format: 'text' },
    buyer: { label: 'Buyer', format: 'text' },
    reasons: { label: 'Why', format: 'text' },
    earned: { label: 'Commission', format: 'cents' },
    paid: { label: 'Paid out', format: 'cents' },
    found: { label: 'Found', format: 'instant', isSortable: true },
    answer: { label: 'Answer', format: 'text' },
  },
  filters: { state: { label: 'Status', options: OWN_PURCHASE_ANSWERS, unset: 'To be decided' } },
  sort: { column: 'found', direction: 'desc' },
} as const satisfies ListDefinition;

export const payoutRunList = {
  title: 'Payout runs',
  columns: {
    month: { label: 'Month', format: 'text', isSortable: true },
    paidAt: { label: 'Marked as paid', format: 'instant' },
    payouts: { label: 'Payouts', format: 'count' },
    sent: { label: 'Sent to the bank', format: 'count' },
    total: { label: 'Total', format: 'cents' },
  },
  filters: {},
  sort: { column: 'month', direction: 'desc' },
} as const satisfies ListDefinition;

export const payoutList = {
  title: 'Payouts',
  columns: {
    name: { label: 'Name', format: 'text' },
    email: { label: 'Email', format: 'text' },
    code: { label: 'Code', format: 'text' },
    month: { label: 'Month', format: 'text' },
    amount: { label: 'Amount', format: 'cents' },
    form: { label: 'Tax form', format: 'status' },
    paidAt: { label: 'Marked as paid', format: 'instant', isSortable: true },
  },
  filters: {},
  search: 'Month (YYYY-MM), email, or reference code',
  sort: { column: 'paidAt', direction: 'desc' },
} as const satisfies ListDefinition;

const FIRST_YEAR = 2026;

function listYears(): Record<string, string> {
  const lastYear = Math.max(FIRST_YEAR, Number(toBusinessDate(new Date()).slice(0, 4)));
  const years = Array.from({ length: lastYear - FIRST_YEAR + 1 }, (_, index) => String(lastYear - index));
  return Object.fromEntries(years.map((year) => [year, year]));
}

export const necList = {
  title: '1099-NEC totals',
  columns: {
    name: { label: 'Name', format: 'text' },
    email: { label: 'Email', format: 'text' },
    form: { label: 'Tax form', format: 'status' },
    classification: { label: 'Tax classification', format: 'text' },
    last4: { label: 'Number ends in', format: 'text' },
    year: { label: 'Year', format: 'text' },
    paid: { label: 'Paid', format: 'cents', isSortable: true },
    report: { label: '1099-NEC', format: 'status' },
  },
  filters: {
    year: {
      label: 'Year',
      unset: 'This year',
      // Not computed once: a server that runs over New Year must accept the new year.
      get options() {
        return listYears();
      },
    },
    report: {
      label: '1099-NEC',
      options: {
        due: 'Due',
        below: 'Below the threshold',
        corporation: 'Not due: corporation',
        foreign: 'Not due: outside the US',
        missing: 'No tax form',
      },
    },
  },
  search: PERSON_SEARCH,
  sort: { column: 'paid', direction: 'desc' },
} as const satisfies ListDefinition;
