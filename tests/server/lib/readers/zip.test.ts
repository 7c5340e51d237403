import { readPostalCode, readZip } from '#server/lib/readers/zip.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const INVALID = refused('Please enter a 5-digit ZIP code');

const ZIPS: Example[] = [
  ['80202', value('80202')],
  [' 80202 ', value('80202')],
  ['80202-1234', value('80202-1234')],
  ['802021234', value('80202-1234')],
  ['80202 1234', value('80202-1234')],
  ['80202–1234', value('80202-1234')],
  ['80202 - 1234', value('80202-1234')],
  ['80202-', value('80202')],
  ['80202.', value('80202')],
  ['８０２０２', value('80202')],
  ['\u200E80202', value('80202')],
  ['', INVALID],
  ['abc', INVALID],
  ['2134', INVALID],
  ['802020', INVALID],
  ['80202-12', INVALID],
  ['8O2O2', INVALID],
  ['K1A 0B1', INVALID],
];

const POSTAL_CODES: Example[] = [
  ['80202', value('80202')],
  ['802021234', value('80202-1234')],
  ['K1A 0B1', value('K1A 0B1')],
  ['SW1A 1AA', value('SW1A 1AA')],
  ['100-0001', value('100-0001')],
  ['1010', value('1010')],
  ['1010\u00A0AB', value('1010 AB')],
  ['abc', INVALID],
  ['1', INVALID],
  ['80202; drop', INVALID],
  ['somewhere 12', INVALID],
];

describeReader('a ZIP code', readZip, ZIPS);
describeReader('a postal code without a country', readPostalCode, POSTAL_CODES);
