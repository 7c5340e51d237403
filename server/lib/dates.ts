/** The company's time zone, in which its days begin and end (D20). */
export const BUSINESS_ZONE = 'America/Denver';

/**
 * Creates the formatter on first use and reuses it: creating one takes longer than a whole search request.
 */
function createPartsReader(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (instant: Date): Record<string, string> => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: BUSINESS_ZONE, ...options });
    return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]));
  };
}

const readShortParts = createPartsReader({ month: '2-digit', day: '2-digit', year: '2-digit' });
const readDayParts = createPartsReader({ month: '2-digit', day: '2-digit', year: 'numeric' });
const readLongParts = createPartsReader({ month: 'long', day: 'numeric', year: 'numeric' });
const readClockParts = createPartsReader({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

const DAY_MS = 86_400_000;

/** Formats as MM/DD/YY, like on cards. */
export function formatCardDate(instant: Date): string {
  const { month, day, year } = readShortParts(instant);
  return `${month}/${day}/${year}`;
}

/** Returns the day in the business time zone as YYYY-MM-DD (D20). */
export function toBusinessDate(instant: Date): string {
  const { month, day, year } = readDayParts(instant);
  return `${year}-${month}-${day}`;
}

const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ORDINAL_SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Formats as 'March 1st 2027'. */
export function formatLongDate(instant: Date): string {
  const { month, day, year } = readLongParts(instant);
  return `${month} ${day}${ORDINAL_SUFFIX[ordinalRules.select(Number(day))] ?? 'th'} ${year}`;
}

/** Formats as 'December 22, 2026'. */
export function formatDateInWords(instant: Date): string {
  const { month, day, year } = readLongParts(instant);
  return `${month} ${day}, ${year}`;
}

/**
 * Adds months in the business time zone and keeps the time of day. A day that the month doesn't have becomes
 * its last day: January 31 plus one month is February 28 or 29. To avoid drift, always add to the original
 * anchor. When the clocks change, an ambiguous time means the earlier one, and a skipped time becomes one an
 * hour later.
 */
export function addMonths(anchor: Date, months: number): Date {
  const localParts = getZonedParts(anchor);
  const firstDay = new Date(Date.UTC(localParts.year, localParts.month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + 1, 0)).getUTCDate();
  const wallClockMs = Date.UTC(
    firstDay.getUTCFullYear(),
    firstDay.getUTCMonth(),
    Math.min(localParts.day, lastDay),
    localParts.hour,
    localParts.minute,
    localParts.second,
    anchor.getUTCMilliseconds(),
  );
  return fromWallClock(wallClockMs);
}

/** Returns the first instant of a day (YYYY-MM-DD) in the business time zone. */
export function startOfBusinessDate(day: string): Date {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  return fromWallClock(Date.UTC(year, month - 1, number));
}

/** Returns the first instant after a day (YYYY-MM-DD) in the business time zone. */
export function endOfBusinessDate(day: string): Date {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number);
  return fromWallClock(Date.UTC(year, month - 1, number + 1));
}

/** Adds days to a day (YYYY-MM-DD). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the first instant after a month (YYYY-MM) in the business time zone. */
export function endOfBusinessMonth(month: string): Date {
  const [year = 0, monthNumber = 0] = month.split('-').map(Number);
  return fromWallClock(Date.UTC(year, monthNumber, 1));
}

/**
 * Converts a local time in the business time zone to an instant. `wallClockMs` is that local time as if it
 * were UTC.
 */
function fromWallClock(wallClockMs: number): Date {
  const offsetsMs = [-DAY_MS, DAY_MS].map((shiftMs) => getZoneOffset(new Date(wallClockMs + shiftMs)));
  const [offsetBefore = 0] = offsetsMs;
  return new Date(
    wallClockMs -
      (offsetsMs.find((offset) => getZoneOffset(new Date(wallClockMs - offset)) === offset) ?? offsetBefore),
  );
}

function getZonedParts(instant: Date) {
  const parts = readClockParts(instant);
  return {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
    second: Number(parts.second),
  };
}

/** The business time zone's offset from UTC in milliseconds; negative in America. */
function getZoneOffset(instant: Date): number {
  const parts = getZonedParts(instant);
  const asUtc = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return asUtc - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Returns the age in whole years. Both days are 'YYYY-MM-DD'. */
export function computeAge(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4));
  return today.slice(5) < birthday.slice(5) ? years - 1 : years;
}
