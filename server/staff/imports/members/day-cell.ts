const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MIN_YEAR = 1950;
const MAX_YEAR = 2100;

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2}) ([a-z]{3,9})\.?,? (\d{4})$/i;

const FULL_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function parseMonth(text: string): number {
  const name = text.toLowerCase();
  const full = FULL_MONTHS.indexOf(name === 'sept' ? 'september' : name);
  return (full >= 0 ? full : MONTHS.indexOf(name)) + 1;
}

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= MIN_YEAR && year <= MAX_YEAR ? date.toISOString().slice(0, 10) : null;
}

/**
 * Parses a day as YYYY-MM-DD. Returns null for a date that doesn't exist, and for formats such as 03/04/2027
 * that mean different days in different countries. A time after the date is ignored.
 */
export function parseDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = ISO.exec(text) ?? [];
  if (year) return toDay(Number(year), Number(month), Number(day));
  const [, monthName = '', monthDay = '', monthYear = ''] = MONTH_FIRST.exec(text) ?? [];
  if (monthName) return toDay(Number(monthYear), parseMonth(monthName), Number(monthDay));
  const [, onlyDay = '', dayMonth = '', dayYear = ''] = DAY_FIRST.exec(text) ?? [];
  return onlyDay ? toDay(Number(dayYear), parseMonth(dayMonth), Number(onlyDay)) : null;
}
