import { expect, test } from 'vitest';
import { parseDay } from '#server/staff/imports/members/member-row.ts';

test.each([
  ['2027-01-31', '2027-01-31'],
  ['2027-01-31 23:59:59', '2027-01-31'],
  ['2027-01-31T06:59:59.000Z', '2027-01-31'],
  ['Jan 31, 2027', '2027-01-31'],
  ['January 31 2027', '2027-01-31'],
  ['31 Jan 2027', '2027-01-31'],
  ['Sept. 3, 2027', '2027-09-03'],
  ['02/03/2027', null],
  ['31.01.2027', null],
  ['2027-02-29', null],
  ['Foo 3, 2027', null],
  ['9999-12-31', null],
])('%s is read as %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});
