import { expect, test } from 'vitest';
import { readBirthday, readDate } from '#server/lib/readers/date.ts';
import { readEmail } from '#server/lib/readers/email.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { readDollars } from '#server/lib/readers/money.ts';
import { readName } from '#server/lib/readers/name.ts';
import { readPhone } from '#server/lib/readers/phone.ts';
import { readPromoCode } from '#server/lib/readers/promo-code.ts';
import type { Reading } from '#server/lib/readers/reading.ts';
import { readWebAddress } from '#server/lib/readers/web-address.ts';
import { readPostalCode } from '#server/lib/readers/zip.ts';
import { matchHeadings } from '#server/lib/table/headings.ts';
import { MEMBERS_TABLE } from '#server/staff/imports/members/member-columns.shared.ts';
import { CORPUS, expectReadings, rowsOf } from '#tests/helpers/corpus/corpus.ts';

/** The columns that are found without anyone's help. Staff map the others. */
function readHeadings(text: string): Reading {
  const { columns } = matchHeadings(MEMBERS_TABLE, text.replace(/^[^:]*: /, '').split(/[,;]/));
  return { value: columns.filter((column) => column !== null).join(' ') };
}

const READERS: Record<string, (text: string) => Reading<string | number>> = {
  name: readName,
  email: readEmail,
  phone: readPhone,
  'postal code': readPostalCode,
  date: (text) => readDate(text, { format: 'Please enter a date', order: 'month-first' }),
  birthday: readBirthday,
  amount: readDollars,
  'promo code': readPromoCode,
  'membership number': readMembershipNumber,
  'web address': readWebAddress,
  headings: readHeadings,
};

test.each(Object.entries(READERS))('[D68] the corpus is read: %s', async (noun, read) => {
  await expectReadings(rowsOf(noun), ({ input }) => {
    const reading = read(input);
    return 'value' in reading ? { value: String(reading.value) } : reading;
  });
});

test('[D68] the corpus has 300 inputs', () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(300);
  expect(new Set(CORPUS.map(({ noun, input }) => `${noun} ${input}`)).size).toBe(CORPUS.length);
});
