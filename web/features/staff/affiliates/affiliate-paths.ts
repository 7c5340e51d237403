import { toBusinessDate } from '#server/lib/dates.ts';
import { staffPath } from '#server/staff/sections.shared.ts';

const below = (path: string) => `${staffPath('affiliates')}/${path}`;
const searchFor = (text: string) => (text === '' ? '' : `?q=${encodeURIComponent(text)}`);

/** The section's pages, except for the list of affiliates and each affiliate's own page. */
export const affiliatePaths = {
  /** `month` is YYYY-MM. */
  run: (month: string) => below(`runs/${month}`),
  /** `search` is a month, or an affiliate's email or reference code. */
  payouts: (search = '') => below(`payouts${searchFor(search)}`),
  commissions: (emailOrCode = '') => below(`commissions${searchFor(emailOrCode)}`),
  nec: () => below('1099'),
  overThresholdWithoutForm: () => `${staffPath('affiliates')}?threshold=overWithoutForm`,
};

/** Returns the month before the current one, as YYYY-MM. */
export function getLastEndedMonth(now: Date): string {
  const [year = 0, month = 0] = toBusinessDate(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}
