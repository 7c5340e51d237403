import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, endOfBusinessMonth, formatCardDate, formatLongDate } from '#server/lib/dates.ts';

/** Formats the local time in Denver, such as '2026-03-08 03:30:00'. */
const denver = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Denver',
  dateStyle: 'short',
  timeStyle: 'medium',
});
const wallClock = (instant: Date) => denver.format(instant);
const parseInstant = (iso: string) => new Date(iso);

describe('[D20] a day in Denver', () => {
  // Midnight in Denver is 07:00 UTC in winter and 06:00 UTC in summer.
  test.each([
    ['2026-01-15T06:59:59Z', '01/14/26', 'January 14th 2026'],
    ['2026-01-15T07:00:00Z', '01/15/26', 'January 15th 2026'],
    ['2026-07-15T05:59:59Z', '07/14/26', 'July 14th 2026'],
    ['2026-07-15T06:00:00Z', '07/15/26', 'July 15th 2026'],
    ['2027-01-01T06:59:59Z', '12/31/26', 'December 31st 2026'],
    ['2028-03-01T06:59:59Z', '02/29/28', 'February 29th 2028'],
    ['2100-03-01T06:59:59Z', '02/28/00', 'February 28th 2100'],
    ['2026-03-08T08:59:59Z', '03/08/26', 'March 8th 2026'],
    ['2026-11-01T07:30:00Z', '11/01/26', 'November 1st 2026'],
  ])('is the local day of %s', (iso, card, long) => {
    expect(formatCardDate(parseInstant(iso))).toBe(card);
    expect(formatLongDate(parseInstant(iso))).toBe(long);
  });

  test('is formatted with its ordinal', () => {
    const days = Array.from({ length: 31 }, (_, day) =>
      formatLongDate(new Date(Date.UTC(2026, 0, day + 1, 18))),
    );
    const ordinals = days.map((text) => /^January (\d+\w+) 2026$/.exec(text)?.[1]);
    expect(ordinals.join(' ')).toBe(
      '1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th 21st 22nd 23rd ' +
        '24th 25th 26th 27th 28th 29th 30th 31st',
    );
  });
});

describe('[D20] adding months to a day', () => {
  test.each([
    ['keeps the day of the month', '2026-01-15T19:00:00Z', 1, '2026-02-15 12:00:00'],
    ['leads to the last day of a shorter month', '2026-01-31T19:00:00Z', 1, '2026-02-28 12:00:00'],
    ['leads to the last day of February in a leap year', '2028-01-31T19:00:00Z', 1, '2028-02-29 12:00:00'],
    ['leads to the 31st again if the month has one', '2026-01-31T19:00:00Z', 2, '2026-03-31 12:00:00'],
    ['leads from a leap day to the 28th', '2028-02-29T19:00:00Z', 12, '2029-02-28 12:00:00'],
    ['leads from a leap day to the next leap day', '2028-02-29T19:00:00Z', 48, '2032-02-29 12:00:00'],
    ['leads from a leap day to the 28th in 2100', '2096-02-29T19:00:00Z', 48, '2100-02-28 12:00:00'],
    ['crosses into the next year', '2026-12-31T19:00:00Z', 2, '2027-02-28 12:00:00'],
    ['subtracts a negative number', '2026-03-31T18:00:00Z', -1, '2026-02-28 12:00:00'],
    [
      'starts from the day in Denver, even if it differs in UTC',
      '2026-02-01T06:30:00Z',
      1,
      '2026-02-28 23:30:00',
    ],
    ['keeps the hour when daylight saving time begins', '2026-02-20T19:00:00Z', 1, '2026-03-20 12:00:00'],
    ['keeps the hour when daylight saving time ends', '2026-10-20T18:00:00Z', 1, '2026-11-20 12:00:00'],
    ['leads to an hour later if the clock skips that hour', '2026-02-08T09:30:00Z', 1, '2026-03-08 03:30:00'],
  ])('%s', (_rule, from, months, expected) => {
    expect(wallClock(addMonths(parseInstant(from), months))).toBe(expected);
  });

  test('leads to the first of two ambiguous hours', () => {
    expect(addMonths(parseInstant('2026-10-01T07:30:00Z'), 1)).toEqual(parseInstant('2026-11-01T07:30:00Z'));
  });

  test('does not drift over 36 months and keeps the 31st', () => {
    const anchor = parseInstant('2026-01-31T19:15:30.250Z');
    for (let month = 1; month <= 36; month++) {
      const end = addMonths(anchor, month);
      const lastDay = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate();
      expect(wallClock(end).slice(8)).toBe(`${lastDay} 12:15:30`);
      expect(end.getUTCMilliseconds()).toBe(250);
    }
  });

  const instant = fc.date({
    min: parseInstant('2020-01-01T00:00:00Z'),
    max: parseInstant('2099-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const months = fc.integer({ min: 0, max: 120 });

  test('keeps the time of day of its anchor, and its day if the month has it', () => {
    fc.assert(
      fc.property(instant, months, (anchor, count) => {
        const [from, to] = [wallClock(anchor), wallClock(addMonths(anchor, count))];
        const [year = 0, month = 0, day = 0] = from.slice(0, 10).split('-').map(Number);
        const lastDay = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
        const expected = new Date(Date.UTC(year, month - 1 + count, Math.min(day, lastDay)));
        expect(to.slice(0, 10)).toBe(expected.toISOString().slice(0, 10));
        // Clocks skip the hour from 2:00 to 3:00 on the second Sunday of March.
        const expectedTimes = [from.slice(11), from.slice(11).replace(/^02/, '03')];
        expect(to.slice(5, 8) === '03-' ? expectedTimes : expectedTimes.slice(0, 1)).toContain(to.slice(11));
      }),
      { numRuns: 2_000 },
    );
  });

  test('never leads to an earlier end for more months, and zero months change nothing', () => {
    fc.assert(
      fc.property(instant, months, (anchor, count) => {
        const [shorter, longer] = [addMonths(anchor, count), addMonths(anchor, count + 1)];
        expect(longer.getTime() - shorter.getTime()).toBeGreaterThan(27 * 86_400_000);
      }),
    );
    const noon = parseInstant('2026-03-08T18:00:00Z');
    expect(addMonths(noon, 0)).toEqual(noon);
  });
});

describe('[D13] a month of the business zone', () => {
  test.each([
    ['2026-11', '2026-12-01T07:00:00Z'],
    ['2026-12', '2027-01-01T07:00:00Z'],
    ['2026-06', '2026-07-01T06:00:00Z'],
    // Clocks go back on this day, but two hours after midnight.
    ['2026-10', '2026-11-01T06:00:00Z'],
    ['2028-02', '2028-03-01T07:00:00Z'],
  ])('%s ends at %s', (month, end) => {
    expect(endOfBusinessMonth(month)).toEqual(parseInstant(end));
  });
});
