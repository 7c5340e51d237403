import { AMBIGUOUS_DAY, NO_SUCH_DAY, readBirthday, readDate } from '#server/lib/readers/date.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const FORMAT = 'Please enter a date';
const NOT_A_DATE = refused(FORMAT);
const day = value('2027-01-31');

const CLEAR: Example[] = [
  ['2027-01-31', day],
  ['2027/1/31', day],
  ['2027.01.31', day],
  ['2027–01–31', day],
  ['Jan 31, 2027', day],
  ['Jan. 31 2027', day],
  ['January 31st, 2027', day],
  ['31 January 2027', day],
  ['31st of January 2027', day],
  ['31-Jan-2027', day],
  ['Sept 3, 2027', value('2027-09-03')],
  ['\u200E2027-01-31\u00A0', day],
  ['٢٠٢٧-٠١-٣١', day],
  ['2027-02-29', refused(NO_SUCH_DAY)],
  ['02/30/2027', refused(NO_SUCH_DAY)],
  ['Feb 30, 2027', refused(NO_SUCH_DAY)],
  ['13/13/2027', refused(NO_SUCH_DAY)],
  ['0000-01-01', refused(NO_SUCH_DAY)],
  ['0099-01-01', refused(NO_SUCH_DAY)],
  ['Foo 31, 2027', NOT_A_DATE],
  ['2027-01', NOT_A_DATE],
  ['1/31/27', NOT_A_DATE],
  ['tomorrow', NOT_A_DATE],
  ['', NOT_A_DATE],
];

describeReader(
  'a date with the month first',
  (text) => readDate(text, { format: FORMAT, order: 'month-first' }),
  [
    ...CLEAR,
    ['01/31/2027', day],
    ['1-31-2027', day],
    ['03/04/2027', value('2027-03-04')],
    ['31/01/2027', refused(NO_SUCH_DAY)],
  ],
);

describeReader(
  'a date with the day first',
  (text) => readDate(text, { format: FORMAT, order: 'day-first' }),
  [...CLEAR, ['31.01.2027', day], ['03/04/2027', value('2027-04-03')], ['01/31/2027', refused(NO_SUCH_DAY)]],
);

describeReader('a date without a known order', (text) => readDate(text, { format: FORMAT }), [
  ...CLEAR,
  ['01/31/2027', day],
  ['31/01/2027', day],
  ['04/04/2027', value('2027-04-04')],
  ['03/04/2027', refused(AMBIGUOUS_DAY)],
]);

const BIRTHDAY_FORMAT = refused('Please enter a date as MM/DD/YYYY');

describeReader('a birthday', readBirthday, [
  ['04/09/1988', value('04/09/1988')],
  ['4/9/1988', value('04/09/1988')],
  ['4-9-1988', value('04/09/1988')],
  ['1988-04-09', value('04/09/1988')],
  ['April 9, 1988', value('04/09/1988')],
  ['02/29/1988', value('02/29/1988')],
  ['02/29/1990', refused(NO_SUCH_DAY)],
  ['13/01/1990', refused(NO_SUCH_DAY)],
  ['04/09/88', BIRTHDAY_FORMAT],
  ['04/09/1888', BIRTHDAY_FORMAT],
  ['1990', BIRTHDAY_FORMAT],
]);
