import { plainNumber } from './plain-text.ts';
import type { Reading } from './reading.ts';

/** The order of the numbers in '03/04/2027'. Without one, such a date has two readings. */
export type DateOrder = 'month-first' | 'day-first';

export const NO_SUCH_DAY = 'There’s no such day. Please check the date';
export const AMBIGUOUS_DAY =
  'Please enter the date as 2027-01-31 or Jan 31, 2027, because 03/04/2027 could mean two different days';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FULL_MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMBERS = /^(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4})$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?([a-z]{3,9})\.?,?[ -](\d{4})$/i;

/**
 * Reads a day as YYYY-MM-DD. `format` is the error for text that isn't a date. '12/25/2027' is read without an
 * `order`, because there is no month 25.
 */
export function readDate(text: string, { format, order }: { format: string; order?: DateOrder }): Reading {
  const line = plainNumber(text);
  const [, isoYear, isoMonth, isoDay] = YEAR_FIRST.exec(line) ?? [];
  if (isoYear !== undefined) return toDay(isoYear, Number(isoMonth), isoDay);
  const [, firstText, secondText, year] = NUMBERS.exec(line) ?? [];
  if (year !== undefined) return readNumbers(Number(firstText), Number(secondText), year, order);
  const [, monthName, monthDay, monthYear] = MONTH_FIRST.exec(line) ?? [];
  if (monthName !== undefined) return toNamedDay(monthYear, monthName, monthDay, format);
  const [, onlyDay, dayMonth, dayYear] = DAY_FIRST.exec(line) ?? [];
  return dayMonth === undefined ? { error: format } : toNamedDay(dayYear, dayMonth, onlyDay, format);
}

function readNumbers(first: number, second: number, year: string, order: DateOrder | undefined): Reading {
  const readings = {
    'month-first': toDay(year, first, second),
    'day-first': toDay(year, second, first),
  };
  if (order !== undefined) return readings[order];
  const days = Object.values(readings).flatMap((reading) => ('value' in reading ? [reading.value] : []));
  const [day] = days;
  if (day === undefined) return { error: NO_SUCH_DAY };
  return new Set(days).size === 1 ? { value: day } : { error: AMBIGUOUS_DAY };
}

function toNamedDay(
  year: string | undefined,
  month: string,
  day: string | undefined,
  format: string,
): Reading {
  const name = month.toLowerCase();
  const index = Math.max(FULL_MONTHS.indexOf(name), MONTHS.indexOf(name === 'sept' ? 'sep' : name));
  return index < 0 ? { error: format } : toDay(year, index + 1, day);
}

function toDay(year: number | string | undefined, month: number, day: number | string | undefined): Reading {
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const exists =
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === Number(day);
  return exists ? { value: date.toISOString().slice(0, 10) } : { error: NO_SUCH_DAY };
}

const BIRTHDAY_FORMAT = 'Please enter a date as MM/DD/YYYY';
const MIN_BIRTH_YEAR = 1900;

/** Reads a birthday as MM/DD/YYYY, which is how signups store it. */
export function readBirthday(text: string): Reading {
  const reading = readDate(text, { format: BIRTHDAY_FORMAT, order: 'month-first' });
  if ('error' in reading) return reading;
  const [year = '', month = '', day = ''] = reading.value.split('-');
  return Number(year) < MIN_BIRTH_YEAR ? { error: BIRTHDAY_FORMAT } : { value: `${month}/${day}/${year}` };
}
