import { describe, expect, test } from 'vitest';
import { readDay, surveyDay } from '#server/lib/table/day.ts';

describe('a date in a table', () => {
  test.each([
    ['2027-01-31', '2027-01-31'],
    ['2027/1/31', '2027-01-31'],
    ['2027-01-31 23:59:59', '2027-01-31'],
    ['1/31/2027', '2027-01-31'],
    ['1/31/27', '2027-01-31'],
    ['1/31/2027 11:59 PM', '2027-01-31'],
    ['31.01.2027', '2027-01-31'],
    ['31/1/2027', '2027-01-31'],
    ['3/3/2027', '2027-03-03'],
    ['Jan 31, 2027', '2027-01-31'],
    ['January 31st 2027', '2027-01-31'],
    ['31 Jan 2027', '2027-01-31'],
    ['31-Jan-2027', '2027-01-31'],
    ['Sept. 3, 2027', '2027-09-03'],
    // The business time zone decides which day a time in another zone is on.
    ['2027-01-31T06:59:59.000Z', '2027-01-30'],
    ['2027-01-31T07:00:00Z', '2027-01-31'],
    ['2027-01-31 06:59 UTC', '2027-01-30'],
    ['2027-01-31T01:00:00+02:00', '2027-01-30'],
    ['2027-01-30T23:00:00-09:00', '2027-01-31'],
    ['N/A', null],
    ['-', null],
    ['Never', null],
    ['0000-00-00 00:00:00', null],
    ['', null],
  ])('%j is read as %j', (text, day) => {
    expect(readDay(text)).toEqual({ day });
  });

  test.each(['2027-02-29', '13/13/2027', 'Foo 3, 2027', '9999-12-31', '46053', '2027-01-31 25:00', 'soon'])(
    '%j is refused',
    (text) => {
      expect(readDay(text)).toEqual({
        problem: 'Please enter a date such as 2027-01-31, 1/31/2027, or Jan 31, 2027',
      });
    },
  );

  test('with two readings names both, unless the order is known', () => {
    expect(readDay('03/04/2027')).toEqual({
      problem:
        '03/04/2027 could mean two different days: March 4, 2027 or April 3, 2027. Choose how the file writes dates, or write this one as 2027-03-04 or 2027-04-03',
    });
    expect(readDay('03/04/2027', { order: 'month-first' })).toEqual({ day: '2027-03-04' });
    expect(readDay('03/04/2027', { order: 'day-first' })).toEqual({ day: '2027-04-03' });
  });

  test('with a time is in UTC if its heading says so', () => {
    expect(readDay('2027-01-31 06:59', { isUtc: true })).toEqual({ day: '2027-01-30' });
    expect(readDay('2027-01-31', { isUtc: true })).toEqual({ day: '2027-01-31' });
  });

  test.each([
    ['1/31/2027', 'month-first'],
    ['31/1/2027', 'day-first'],
    ['3/4/2027', 'open'],
    ['3/3/2027', undefined],
    ['2027-01-31', undefined],
    ['13/13/2027', undefined],
  ])('%s shows the order %s', (text, order) => {
    expect(surveyDay(text)?.order).toBe(order);
  });
});
