import { describe, expect, test } from 'vitest';
import { readPhone } from '#server/lib/readers/phone.ts';
import { toPhoneLink } from '#server/lib/readers/phone-link.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const INVALID = refused('Please enter a phone number');

const PHONES: Example[] = [
  // Stays as it was written
  ['(303) 555-0100', value('(303) 555-0100')],
  ['303.555.0100', value('303.555.0100')],
  ['+1 303 555 0100', value('+1 303 555 0100')],
  ['5550100', value('5550100')],
  ['+49 (0) 30/1234-5678', value('+49 (0) 30/1234-5678')],
  // Odd dashes and spaces, and what contact lists add
  ['303–555–0100', value('303-555-0100')],
  ['303\u2011555\u20110100', value('303-555-0100')],
  ['303\u00A0555\u2009 0100', value('303 555 0100')],
  ['\u202A+1 (303) 555-0100\u202C', value('+1 (303) 555-0100')],
  ['tel:+13035550100', value('+13035550100')],
  ['Phone: 303-555-0100', value('303-555-0100')],
  ['（303）555－0100', value('(303)555-0100')],
  ['٣٠٣٥٥٥٠١٠٠', value('3035550100')],
  // Extensions
  ['303-555-0100 ext. 12', value('303-555-0100 ext. 12')],
  ['303-555-0100 Ext 12', value('303-555-0100 Ext 12')],
  ['303-555-0100, extension 12', value('303-555-0100, extension 12')],
  ['303-555-0100x12', value('303-555-0100x12')],
  ['303-555-0100 #12', value('303-555-0100 #12')],
  ['303-555-0100,,12', value('303-555-0100,,12')],
  // Words
  ['1-800-FLOWERS', value('1-800-FLOWERS')],
  ['1 800 GO FEDEX', value('1 800 GO FEDEX')],
  ['1-800-MATTRESS', value('1-800-MATTRESS')],
  ['800-FLOWERS ext. 12', value('800-FLOWERS ext. 12')],
  ['(303) GET-HELP', value('(303) GET-HELP')],
  ['555-01', INVALID],
  ['1234567890123456', INVALID],
  ['call me', INVALID],
  ['303 call me', INVALID],
  ['555010014 two', INVALID],
  ['303-555-0100 or 303-555-0101', INVALID],
  ['303-555-0100 / 303-555-0101', INVALID],
  ['zoe@example.com', INVALID],
  ['----------', INVALID],
  ['ext. 12', INVALID],
];

describeReader('a phone number', readPhone, PHONES);

describe('[D68] the link that dials a phone number', () => {
  test.each([
    ['(303) 555-0100', 'tel:3035550100'],
    ['+1 303 555 0100', 'tel:+13035550100'],
    ['303-555-0100 ext. 12', 'tel:3035550100;ext=12'],
    ['303.555.0100 x12', 'tel:3035550100;ext=12'],
    ['1-800-FLOWERS', 'tel:18003569377'],
    // The network ignores the digits that are too many.
    ['1-800-MATTRESS', 'tel:180062887377'],
    ['+1-800-flowers ext 3', 'tel:+18003569377;ext=3'],
  ])('dials %s with %s', (phone, link) => {
    expect(toPhoneLink(phone)).toBe(link);
  });
});
