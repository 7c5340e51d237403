import { formatMembershipNumber, newMembershipNumber } from '#server/lib/membership-number.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { readPromoCode } from '#server/lib/readers/promo-code.ts';
import { readReference, readReferenceSearch } from '#server/lib/readers/reference-code.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const PROMO_CODES: Example[] = [
  ['SAVE10', value('SAVE10')],
  ['save10', value('SAVE10')],
  [' SAVE 10 ', value('SAVE10')],
  ['SA\u200BVE10', value('SAVE10')],
  ['“SAVE10”', value('SAVE10')],
  ["'SAVE10'", value('SAVE10')],
  ['#SAVE10', value('SAVE10')],
  ['SAVE10.', value('SAVE10')],
  ['SAVE–10', value('SAVE-10')],
  ['SAVE_10', value('SAVE_10')],
  ['ＳＡＶＥ１０', value('SAVE10')],
  ['', value('')],
  ['\u200B ', value('')],
  ['SAVE\u000010', refused('Wrong Promo Code')],
  ['A'.repeat(101), refused('Wrong Promo Code')],
];

const NOT_LISTED = refused('Please choose a reference from the list');
const ACCOUNT = '3f2b7c1a-0d4e-4b7f-9c55-6f1f0f6a2b11';

const REFERENCES: Example[] = [
  ['DEMO', value('demo')],
  [' de mo ', value('demo')],
  ['#DEMO', value('demo')],
  ['“DEMO”', value('demo')],
  ['DE\u200DMO', value('demo')],
  [ACCOUNT.toUpperCase(), value(ACCOUNT)],
  ['https://example.com/pricing?ref=DEMO&c=spring', value('demo')],
  ['example.com/?c=spring&ref=DEMO', value('demo')],
  ['Zoe Smïth', value('zoe smïth')],
  ['', value('')],
  ['DE\u0000MO', NOT_LISTED],
  ['a'.repeat(101), NOT_LISTED],
];

const SEARCHES: Example[] = [
  ['DEMO', value('DEMO')],
  ['https://example.com/?ref=DEMO', value('DEMO')],
  ['mailto:zoe@example.com', value('zoe@example.com')],
  ['O’Br', value("O'Br")],
  ['Zoe  Smith', value('Zoe Smith')],
];

describeReader('a promo code', readPromoCode, PROMO_CODES);
describeReader('a reference', readReference, REFERENCES);
describeReader('a search for an affiliate', readReferenceSearch, SEARCHES);

const NOT_FOUND = refused('No Membership Found');
const number = newMembershipNumber();
const shown = formatMembershipNumber(number);
const [first = '', second = '', third = ''] = shown.split('-');

const NUMBERS: Example[] = [
  ...[
    number,
    shown,
    shown.toLowerCase(),
    `#${shown}`,
    `ID: ${shown}`,
    `Membership # ${shown}`,
    `${first}_${second}_${third}`,
    `${first}.${second}.${third}`,
    `${first} ${second} ${third}`,
    `${first}–${second}—${third}`,
    `“${shown}”.`,
    `\u200E${first}\u00A0${second}\u200B${third}`,
    shown.replaceAll('0', 'O').replaceAll('1', 'l'),
    `https://example.com/verify/card/${shown}`,
    `https://example.com/verify/card/${number}?scan=abc#top`,
    `example.com/verify/card/${shown}/`,
    `/user/card/${number}`,
  ].map((typed): Example => [typed, value(number)]),
  ['', NOT_FOUND],
  [number.slice(1), NOT_FOUND],
  [`${number}0`, NOT_FOUND],
  ['é'.repeat(12), NOT_FOUND],
  ['\0'.repeat(12), NOT_FOUND],
  ['https://example.com/verify/card/', NOT_FOUND],
  ['https://example.com/stores/joes', NOT_FOUND],
  ['A'.repeat(100_000), NOT_FOUND],
];

describeReader('a membership number', readMembershipNumber, NUMBERS);
