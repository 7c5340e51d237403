import { toBusinessDate } from '../dates.ts';

/** Which of the two numbers in 03/04/2027 is the month. */
export type DayOrder = 'month-first' | 'day-first';

/** How the dates of one column are read. */
export interface DayReading {
  /** Undefined if the column doesn't show it. A date such as 03/04/2027 is then refused. */
  order?: DayOrder | undefined;
  /** True if times without a zone are in UTC. */
  isUtc?: boolean;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MIN_YEAR = 1950;
const MAX_YEAR = 2100;

const TIME =
  '(?:,?[T ]\\s*(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,]\\d+)?)?\\s*([ap]\\.?m\\.?)?\\s*(Z|UTC|GMT|[+-]\\d{2}:?(?:\\d{2})?)?)?';
const ISO = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const NUMBERS = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\\.?,?[ -](\\d{4})${TIME}$`, 'i');

/** What other systems write for a date that there isn't. */
const NO_DAY =
  /^(?:n\/?a|nil|null|none|never|no end|no expiration|unlimited|lifetime|ongoing|[-–—]+|0000-00-00(?: 00:00:00)?)$/i;

const UNREADABLE = 'Please enter a date such as 2027-01-31, 1/31/2027, or Jan 31, 2027';

interface Time {
  hour: number;
  minute: number;
  /** In minutes. Null if the text names no zone. */
  offset: number | null;
}

/** Returns null if the text is only a date. */
function parseTime([hour, minute, _second, half, zone]: readonly (string | undefined)[]): Time | null {
  if (hour === undefined || minute === undefined) return null;
  const hourOfHalf = half === undefined ? Number(hour) : Number(hour) % 12;
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  return { hour: hourOfHalf + (isAfternoon ? 12 : 0), minute: Number(minute), offset: parseZone(zone) };
}

function parseZone(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
}

/**
 * Returns the day as YYYY-MM-DD, or null if it doesn't exist. The business time zone decides which day a time
 * with a zone is on (D20). A time without a zone is on the day beside it.
 */
function toDay(year: number, month: number, day: number, time: Time | null, isUtc = false): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || year < MIN_YEAR || year > MAX_YEAR) return null;
  if (time && (time.hour > 23 || time.minute > 59)) return null;
  const offset = time?.offset ?? (isUtc ? 0 : null);
  if (!time || offset === null) return date.toISOString().slice(0, 10);
  return toBusinessDate(new Date(date.getTime() + (60 * time.hour + time.minute - offset) * 60_000));
}

const parseMonth = (name: string) =>
  MONTHS.findIndex((month) => [month, month.slice(0, 3), month.slice(0, 4)].includes(name.toLowerCase())) + 1;

/** Returns undefined if the text has another form. Both readings of 03/04/2027 are returned. */
function parseNumbers(text: string, isUtc: boolean | undefined): Record<DayOrder, string | null> | undefined {
  const [match, first, , second, year = '', ...time] = NUMBERS.exec(text) ?? [];
  if (match === undefined) return undefined;
  // Spreadsheets write two digits for the years from 1950 to 2049.
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  const toReading = (month: string | undefined, day: string | undefined) =>
    toDay(fullYear, Number(month), Number(day), parseTime(time), isUtc);
  return { 'month-first': toReading(first, second), 'day-first': toReading(second, first) };
}

function parseOtherForms(text: string, isUtc: boolean | undefined): string | null {
  const [iso, isoYear, isoMonth, isoDay, ...isoTime] = ISO.exec(text) ?? [];
  if (iso !== undefined) {
    return toDay(Number(isoYear), Number(isoMonth), Number(isoDay), parseTime(isoTime), isUtc);
  }
  const [monthFirst, name = '', day, year, ...time] = MONTH_FIRST.exec(text) ?? [];
  if (monthFirst !== undefined)
    return toDay(Number(year), parseMonth(name), Number(day), parseTime(time), isUtc);
  const [dayFirst, dayOnly, nameOnly = '', yearOnly, ...rest] = DAY_FIRST.exec(text) ?? [];
  if (dayFirst === undefined) return null;
  return toDay(Number(yearOnly), parseMonth(nameOnly), Number(dayOnly), parseTime(rest), isUtc);
}

/**
 * Reads a cell with a date as YYYY-MM-DD, or null if it says that there is none. Otherwise returns what to
 * correct.
 */
export function readDay(
  cell: string,
  { order, isUtc }: DayReading = {},
): { day: string | null } | { problem: string } {
  const text = cell.trim().replace(/\s+/g, ' ');
  if (text === '' || NO_DAY.test(text)) return { day: null };
  const readings = parseNumbers(text, isUtc);
  if (!readings) return toResult(parseOtherForms(text, isUtc));
  const { 'month-first': monthFirst, 'day-first': dayFirst } = readings;
  if (monthFirst === null || dayFirst === null || monthFirst === dayFirst)
    return toResult(monthFirst ?? dayFirst);
  return order ? { day: readings[order] } : { problem: describeReadings(text, monthFirst, dayFirst) };
}

const toResult = (day: string | null) => (day === null ? { problem: UNREADABLE } : { day });

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function describeReadings(text: string, monthFirst: string, dayFirst: string): string {
  const [first, second] = [monthFirst, dayFirst].map((day) => inWords.format(new Date(day)));
  return `${text} could mean two different days: ${first} or ${second}. Choose how the file writes dates, or write this one as ${monthFirst} or ${dayFirst}`;
}

/** Returns the only order in which a date exists, or undefined for a date that doesn't show its order. */
export function findDayOrder(cell: string): DayOrder | undefined {
  const readings = parseNumbers(cell.trim().replace(/\s+/g, ' '), false);
  if (!readings || (readings['month-first'] === null) === (readings['day-first'] === null)) return undefined;
  return readings['month-first'] === null ? 'day-first' : 'month-first';
}
