/** A plan's days begin and end in the specification's zone, MST (section 9). */
export const BUSINESS_ZONE = 'America/Denver';

/** A format is made once, when it is first asked for: making one takes longer than a search. */
function inBusinessZone(options: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined;
  return (instant: Date): Record<string, string> => {
    format ??= new Intl.DateTimeFormat('en-US', { timeZone: BUSINESS_ZONE, ...options });
    return Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]));
  };
}

const shortParts = inBusinessZone({ month: '2-digit', day: '2-digit', year: '2-digit' });
const dayParts = inBusinessZone({ month: '2-digit', day: '2-digit', year: 'numeric' });
const longParts = inBusinessZone({ month: 'long', day: 'numeric', year: 'numeric' });
const clockParts = inBusinessZone({
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/** MM/DD/YY, the card's format (SPEC section 9). */
export function formatCardDate(instant: Date): string {
  const { month, day, year } = shortParts(instant);
  return `${month}/${day}/${year}`;
}

/** YYYY-MM-DD: which day it is in the business zone (DESIGN D20). */
export function businessDay(instant: Date): string {
  const { month, day, year } = dayParts(instant);
  return `${year}-${month}-${day}`;
}

const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ORDINAL_SUFFIX: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** MMMM Do YYYY, the verification's format (SPEC section 9): 'March 1st 2027'. */
export function formatLongDate(instant: Date): string {
  const { month, day, year } = longParts(instant);
  return `${month} ${day}${ORDINAL_SUFFIX[ordinalRules.select(Number(day))] ?? 'th'} ${year}`;
}

/**
 * The same wall-clock time `months` later in the business zone; a day that the month lacks becomes its last
 * (31 January plus one month is 28 or 29 February). Counted from the anchor, so that it does not drift. Where the
 * clock shows that time twice it is the first; where it leaps over it, an hour later: nobody loses that hour.
 */
export function addMonths(anchor: Date, months: number): Date {
  const local = zonedParts(anchor);
  const first = new Date(Date.UTC(local.year, local.month - 1 + months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const wanted = Date.UTC(
    first.getUTCFullYear(),
    first.getUTCMonth(),
    Math.min(local.day, lastDay),
    local.hour,
    local.minute,
    local.second,
    anchor.getUTCMilliseconds(),
  );
  return atWallClock(wanted);
}

/** The first instant after a month, YYYY-MM, of the business zone. */
export function endOfBusinessMonth(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return atWallClock(Date.UTC(year, number, 1));
}

const DAY_MS = 86_400_000;

/** When the business zone's clocks show what UTC's show at an instant. */
function atWallClock(wanted: number): Date {
  const offsets = [-DAY_MS, DAY_MS].map((away) => zoneOffset(new Date(wanted + away)));
  const [before = 0] = offsets;
  return new Date(
    wanted - (offsets.find((offset) => zoneOffset(new Date(wanted - offset)) === offset) ?? before),
  );
}

function zonedParts(instant: Date) {
  const p = clockParts(instant);
  return {
    year: Number(p.year),
    month: Number(p.month),
    day: Number(p.day),
    hour: Number(p.hour),
    minute: Number(p.minute),
    second: Number(p.second),
  };
}

/** Milliseconds by which the business zone's clock is ahead of UTC at an instant (negative in America). */
function zoneOffset(instant: Date): number {
  const p = zonedParts(instant);
  const asUtc = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  return asUtc - Math.floor(instant.getTime() / 1000) * 1000;
}
