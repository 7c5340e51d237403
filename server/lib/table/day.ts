import { toBusinessDate } from '../dates.ts';
import { type DateOrder, readDate } from '../readers/date.ts';
import { valueOrNull } from '../readers/reading.ts';

/** How the dates of one column are read. */
export interface DayReading {
  /** Undefined if the column doesn't show it. A date such as 03/04/2027 is then refused. */
  order?: DateOrder | undefined;
  /** True if times without a zone are in UTC. */
  isUtc?: boolean;
}

const MIN_DAY = '1950-01-01';
const MAX_DAY = '2100-12-31';

const TIME =
  /,?[T ]\s*(\d{1,2}):(\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;
const SHORT_YEAR = /^(\d{1,2}([-/.])\d{1,2}\2)(\d{2})$/;

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
function parseTime(text: string): Time | null {
  const [match, hour, minute, half, zone] = TIME.exec(text) ?? [];
  if (match === undefined) return null;
  const hourOfHalf = half === undefined ? Number(hour) : Number(hour) % 12;
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  return { hour: hourOfHalf + (isAfternoon ? 12 : 0), minute: Number(minute), offset: parseZone(zone) };
}

function parseZone(zone: string | undefined): number | null {
  if (zone === undefined) return null;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0));
}

/** Spreadsheets write two digits for the years from 1950 to 2049. */
const expandYear = (date: string) =>
  date.replace(SHORT_YEAR, (_, start: string, _separator, year: string) => {
    const century = Number(year) < 50 ? '20' : '19';
    return `${start}${century}${year}`;
  });

/**
 * Reads a date in this order as YYYY-MM-DD. The business time zone decides which day a time with a zone is on
 * (D20). A time without a zone is on the day beside it. Returns null if there is no such day or time.
 */
function readInOrder(text: string, order: DateOrder, isUtc: boolean): string | null {
  const time = parseTime(text);
  const day = valueOrNull(readDate(expandYear(text.replace(TIME, '')), { format: UNREADABLE, order }));
  if (day === null || day < MIN_DAY || day > MAX_DAY) return null;
  if (time && (time.hour > 23 || time.minute > 59)) return null;
  const offset = time?.offset ?? (isUtc ? 0 : null);
  if (!time || offset === null) return day;
  const startOfDay = new Date(`${day}T00:00:00Z`).getTime();
  return toBusinessDate(new Date(startOfDay + (60 * time.hour + time.minute - offset) * 60_000));
}

const oneLine = (cell: string) => cell.trim().replace(/\s+/g, ' ');

function readInBothOrders(text: string, isUtc = false): Record<DateOrder, string | null> {
  const read = (order: DateOrder) => readInOrder(text, order, isUtc);
  return { 'month-first': read('month-first'), 'day-first': read('day-first') };
}

/**
 * Reads a cell with a date as YYYY-MM-DD, or null if it says that there is none. Otherwise returns what to
 * correct.
 */
export function readDay(
  cell: string,
  { order, isUtc }: DayReading = {},
): { day: string | null } | { problem: string } {
  const text = oneLine(cell);
  if (text === '' || NO_DAY.test(text)) return { day: null };
  const { 'month-first': monthFirst, 'day-first': dayFirst } = readInBothOrders(text, isUtc);
  const day = monthFirst ?? dayFirst;
  if (day === null) return { problem: UNREADABLE };
  if (monthFirst === null || dayFirst === null || monthFirst === dayFirst) return { day };
  if (order) return { day: order === 'month-first' ? monthFirst : dayFirst };
  return { problem: describeReadings(text, monthFirst, dayFirst) };
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function describeReadings(text: string, monthFirst: string, dayFirst: string): string {
  const [first, second] = [monthFirst, dayFirst].map((day) => inWords.format(new Date(day)));
  return `${text} could mean two different days: ${first} or ${second}. Choose how the file writes dates, or write this one as ${monthFirst} or ${dayFirst}`;
}

/** Whether a text says that there is no date. */
export function isNoDay(cell: string): boolean {
  const text = oneLine(cell);
  return text === '' || NO_DAY.test(text);
}

/** What a date shows about how the dates beside it are read. */
export interface DaySurvey {
  /** The only order in which the date exists, or 'open' if it has two readings. */
  order?: DateOrder | 'open' | undefined;
  /** True if it has a time without a zone. */
  hasLocalTime: boolean;
}

/** Returns undefined for a text that isn't a date in numbers. */
export function surveyDay(cell: string): DaySurvey | undefined {
  if (!/^\s*\d{1,4}[-/.]\d/.test(cell)) return undefined;
  const text = oneLine(cell);
  const { 'month-first': monthFirst, 'day-first': dayFirst } = readInBothOrders(text);
  if (monthFirst === null && dayFirst === null) return undefined;
  const hasLocalTime = parseTime(text)?.offset === null;
  if (monthFirst === dayFirst) return { hasLocalTime };
  if (monthFirst !== null && dayFirst !== null) return { order: 'open', hasLocalTime };
  return { order: monthFirst === null ? 'day-first' : 'month-first', hasLocalTime };
}
